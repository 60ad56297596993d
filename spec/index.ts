export { type Kind, type Part, partsOf } from './anatomy';
export { type AnswerTo, answerTo, codeOf, responseFor } from './answer-to';
export {
  alternativesOf,
  isOpen,
  ownSchemasOf,
  possibleFieldsOf,
  schemasOf,
  speaksOf,
  statementsOf,
} from './applicators';
export {
  addDocumentOptions,
  type DocumentOptions,
  listeningError,
  repeated,
  toFile,
  toPort,
  toServiceOptions,
} from './command-options';
export { CONDITION_NAMES, CONDITIONS, type Condition } from './conditions';
export { CONTROL_PATH, isControlPath } from './control-path';
export { ConfigurationError, type Fault } from './faults';
export { DISK, type Files } from './files';
export { type Conforms, headerReadings, writtenHeader } from './header-values';
export {
  copyOf,
  define,
  fragmentOf,
  isObject,
  type Json,
  type JsonObject,
  type JsonSchema,
  mapObjects,
  memberOf,
  membersOf,
  pointerTo,
  valueAt,
} from './json';
export { KeptReadings, READINGS } from './kept-readings';
export { withoutKinds } from './kinds';
export { contentOf, essenceOf, isJsonMediaType, jsonContentIn, jsonMediaTypeIn, sentAs } from './media-types';
export { withoutNames } from './names';
export { DEFAULT_DOCUMENT, packageFolder, packageVersion } from './package-folder';
export { literalPattern } from './patterns';
export { percentDecoded } from './percent-encoding';
export { Positions } from './positions';
export { quickDisk, readService, type ServiceOptions } from './read-service';
export {
  dereference,
  fieldsOf,
  keywordOf,
  type LocatedSchema,
  layersOf,
  onceForEach,
  pointerOf,
  saysNothing,
  schemaAt,
  typesOf,
  withoutAssumptions,
} from './schemas';
export { toSelfContained } from './self-contained';
export type {
  Answer,
  Content,
  Credential,
  Key,
  List,
  Meaning,
  Merge,
  Operation,
  Paging,
  Parameter,
  Read,
  RequestBody,
  Resource,
  ResponseHeader,
  Service,
} from './service';
export { withArticle } from './telling-errors';
export { isOfDocumentation, SOURCES, type Source } from './vocabulary';
export { readYaml, type YamlSource } from './yaml-source';
