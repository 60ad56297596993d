import { ControlRefusal } from '../control/problem';

/** What a request asks of the mock beside its own meaning, in the header `Prefer` (RFC 7240). */
export interface Preferences {
  /** The status code of the answer. */
  code?: number;
  /** How many seconds the answer takes. */
  wait?: number;
  /** The name of an example of the document, which is the answer. */
  example?: string;
}

/** The longest that an answer can be asked to take, in seconds. */
const LONGEST_WAIT = 60;

/** The preferences that the mock knows, each with how its value is read; undefined for one that it cannot keep to. */
const KNOWN: Record<string, { read: (value: string) => Preferences | undefined; right: string }> = {
  code: {
    read: (value) => (/^[2-5]\d\d$/.test(value) ? { code: Number(value) } : undefined),
    right: 'a status code from 200 to 599',
  },
  wait: {
    read: (value) =>
      /^\d{1,6}(\.\d{1,6})?$/.test(value) && Number(value) <= LONGEST_WAIT ? { wait: Number(value) } : undefined,
    right: `a number of seconds up to ${LONGEST_WAIT}`,
  },
  example: {
    read: (value) => (value === '' ? undefined : { example: value }),
    right: 'the name of an example of the response',
  },
};

/** The preferences of a header, which commas part where they stand in no quotes (RFC 7240, section 2). */
const PARTS = /(?:[^,"]|"(?:[^"\\]|\\[\s\S]?)*(?:"|$))+/g;

/** A preference: a token, and a value that may be quoted. Its parameters, after a semicolon, mean nothing here. */
const PREFERENCE = /^\s*([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]*))?/;

/**
 * Reads the preferences that the mock knows; of one that is said twice, the first. Others are left to whom they concern.
 * @throws {ControlRefusal} invalid-preference, where one that it knows has a value that it cannot keep to
 */
export function readPreferences(header: string): Preferences {
  const pairs = preferencesIn(header).toReversed();
  const faults: string[] = [];
  const preferences = pairs.flatMap(([name, value]): Preferences[] => {
    const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
    const read = known?.read(value);
    if (known && read === undefined) faults.push(`"${name}" must be ${known.right}, not "${value}".`);
    return read ? [read] : [];
  });
  if (faults.length > 0) throw new ControlRefusal('invalid-preference', `In the header Prefer ${faults.join(' ')}`);
  return Object.assign({}, ...preferences);
}

function preferencesIn(header: string): [string, string][] {
  return (header.match(PARTS) ?? []).flatMap((part): [string, string][] => {
    const [, name, value = ''] = PREFERENCE.exec(part) ?? [];
    if (name === undefined) return [];
    return [[name.toLowerCase(), value.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/g, '$1')]];
  });
}
