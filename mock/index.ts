export { addDays, type CalendarDate, localToday } from './calendar';
export type { FaultRule } from './faults/fault-rule';
export { createMock, type Mock, type MockOptions } from './mock';
export type { ReloadReport } from './reload/report';
export { type StartedMock, type StartedSession, type StartOptions, startMock } from './server';
export type { FaultHandle, MockSession, SessionControls } from './sessions/controls';
export type { Snapshot } from './sessions/session';
export { SessionError } from './sessions/sessions';
