export { addDays, type CalendarDate, localToday } from './calendar';
export { createMock, type Mock, type MockOptions } from './mock';
export { type StartedMock, type StartOptions, startMock } from './server';
