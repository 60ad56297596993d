export {
  type Answer,
  CONDITIONS,
  type Condition,
  ConfigurationError,
  type Content,
  type Credential,
  type Fault,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Key,
  type List,
  type LocatedSchema,
  type Meaning,
  type Merge,
  type Operation,
  type Paging,
  type Parameter,
  type Read,
  type RequestBody,
  type Resource,
  type ResponseHeader,
  type Service,
  SOURCES,
  type Source,
} from '../spec';
export { addDays, type CalendarDate, localToday } from './calendar';
export type { FaultRule } from './faults/fault-rule';
export { type JournalControls, VerificationError } from './journal/controls';
export type { JournalEntry, LoggedExchange, RecordedMessage } from './journal/entry';
export type { Bounds, Expectation, ExpectedRequest, QueryValue } from './journal/expectation';
export type { Mismatch } from './journal/mismatches';
export type { RefusedFor } from './journal/recording';
export type { Failure, Finding, NearestMiss } from './journal/verify';
export { createMock, type Mock, type MockOptions } from './mock';
export type { ReloadReport } from './reload/report';
export { type StartedMock, type StartedSession, type StartOptions, startMock } from './server';
export type { FaultHandle, MockSession, SessionControls } from './sessions/controls';
export type { Snapshot } from './sessions/session';
export { SessionError } from './sessions/sessions';
