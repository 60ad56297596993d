import { alternativesOf, type JsonObject, type LocatedSchema, layersOf, ownSchemasOf } from '../../spec';
import type { Conformance } from './conformance';

/** Says of the schemas of one document where they allow null. */
export class NullFields {
  readonly #openapi: JsonObject;
  readonly #conformance: Conformance;
  /** By pointer, whether a schema allows null. */
  readonly #nullable = new Map<string, boolean>();

  constructor(openapi: JsonObject, conformance: Conformance) {
    this.#openapi = openapi;
    this.#conformance = conformance;
  }

  /** Whether null may be the value of a member: all schemas that hold of the object allow it, or any where none of them holds yet. */
  allow(schemas: readonly LocatedSchema[], member: string, object: JsonObject): boolean {
    const holding = this.#holding(schemas, object);
    const said = this.#saidBy(holding.length > 0 ? holding : schemas, member, object);
    return said.length > 0 && (holding.length > 0 ? said.every(Boolean) : said.some(Boolean));
  }

  /** The schemas that hold of an object; one alone is not asked, as it makes no difference. */
  #holding(schemas: readonly LocatedSchema[], object: JsonObject): readonly LocatedSchema[] {
    if (schemas.length < 2) return schemas;
    return schemas.filter((schema) => this.#conformance.check(schema, object).length === 0);
  }

  /** Whether each of the schemas allows null, of those that speak of the member. */
  #saidBy(schemas: readonly LocatedSchema[], member: string, object: JsonObject): boolean[] {
    return schemas.flatMap((schema) => {
      const said = layersOf(this.#openapi, schema).flatMap((layer) => this.#saidByLayer(layer, member, object));
      return said.length > 0 ? [said.every(Boolean)] : [];
    });
  }

  #saidByLayer(layer: LocatedSchema, member: string, object: JsonObject): boolean[] {
    const own = ownSchemasOf(this.#openapi, layer, member)
      .filter(({ value }) => Object.keys(value).length > 0) // one that allows anything does not mean null in particular
      .map((schema) => this.#isNullable(schema));
    const alternatives = alternativesOf(this.#openapi, layer);
    const holding = this.#holding(alternatives, object);
    const said = this.#saidBy(holding.length > 0 ? holding : alternatives, member, object);
    return said.length > 0 ? [...own, said.some(Boolean)] : own;
  }

  #isNullable(schema: LocatedSchema): boolean {
    const known = this.#nullable.get(schema.pointer) ?? this.#conformance.check(schema, null).length === 0;
    this.#nullable.set(schema.pointer, known);
    return known;
  }
}
