import { ConfigurationError, type Fault } from '../spec';
import { isCalendarDate } from './calendar';
import type { MockOptions } from './mock';
import type { StartOptions } from './server';
import { controlTokenFault, tokenFault } from './tokens';

/** What an option may be, as far as it decides how the mock behaves: JavaScript, and a misspelt name, get past the types. */
interface Kind {
  is: (value: unknown) => boolean;
  /** As in "It must be …". */
  right: string;
  /** Its value stands in no message, which may end up in a log. */
  isSecret?: boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isList = (isItem: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(isItem);

const FILE: Kind = { is: isText, right: 'the path of a file' };
const FLAG: Kind = { is: (value) => typeof value === 'boolean', right: 'true or false' };
const FUNCTION: Kind = { is: (value) => typeof value === 'function', right: 'a function' };

const MOCK_OPTIONS: Record<keyof MockOptions, Kind> = {
  spec: FILE,
  overlays: { is: isList(isText), right: 'a list of paths' },
  fixtures: { is: isText, right: 'the path of a file or folder' },
  tokens: {
    is: isList((token) => typeof token === 'string' && tokenFault(token) === undefined),
    right: 'a list of credentials, each one or more visible ASCII characters, with spaces only between them',
    isSecret: true,
  },
  faults: {
    is: (value) => isText(value) || Array.isArray(value),
    right: 'a list of fault rules, or the path of a file',
  },
  scenario: { is: isText, right: 'the name of a scenario' },
  today: {
    is: (value) => typeof value === 'function' || (isText(value) && isCalendarDate(value)),
    right: 'a date, YYYY-MM-DD, from year 1000 to 8999, or a function that returns one',
  },
  requireSession: FLAG,
  maximumSessions: { is: (value) => Number.isSafeInteger(value) && Number(value) >= 1, right: 'a whole number from 1' },
  sessionIdle: { is: (value) => typeof value === 'number' && value > 0, right: 'a number of seconds above 0' },
  controlToken: {
    is: (value) => typeof value === 'string' && controlTokenFault(value) === undefined,
    right: 'one or more visible ASCII characters, without spaces',
    isSecret: true,
  },
  control: FLAG,
  watch: FLAG,
  onReload: FUNCTION,
  onExchange: FUNCTION,
  state: FILE,
  readings: FILE,
  warn: FUNCTION,
};

/** What a mock takes that listens. */
const ADDRESS: Record<Exclude<keyof StartOptions, keyof MockOptions>, Kind> = {
  port: {
    is: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65535,
    right: 'a whole number from 0, for a free one, to 65535',
  },
  // Without one Node would listen on every address, which is to be asked for by name.
  host: { is: isText, right: 'an address of this machine, such as 127.0.0.1' },
};

/**
 * Holds options against what the mock takes, since JavaScript has no types to do it and would leave a misspelt name without effect.
 * @throws {ConfigurationError} with every option that is at fault, or that there is none of
 */
export function checkMockOptions(options: MockOptions): void {
  check(options, MOCK_OPTIONS, 'create the mock');
}

/** The same of a mock that is to listen. */
export function checkStartOptions(options: StartOptions): void {
  check(options, { ...MOCK_OPTIONS, ...ADDRESS }, 'start the mock');
}

function check(options: object, kinds: Record<string, Kind>, task: string): void {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const faults = given.flatMap(([place, value]): Fault[] => {
    const kind = Object.hasOwn(kinds, place) ? kinds[place] : undefined;
    if (kind === undefined)
      return [{ place, message: `There is no such option. Known are ${Object.keys(kinds).join(', ')}.` }];
    if (kind.is(value)) return [];
    const shown = kind.isSecret ? '' : `It is ${typeof value === 'number' ? value : JSON.stringify(value)}. `;
    return [{ place, message: `${shown}It must be ${kind.right}.` }];
  });
  if (faults.length > 0) throw new ConfigurationError(task, faults);
}
