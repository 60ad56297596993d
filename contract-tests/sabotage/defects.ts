import type { Change } from './honest-server';
import { HONEST } from './ways';

/** A server that breaks one statement of the documentation. */
export interface Defect {
  /** What it does wrong, as a sentence. */
  name: string;
  /** The rule that states what it breaks. */
  rule: string;
  ways: Change;
  /** Other rules that it breaks unavoidably. */
  also?: string[];
}

export const DEFECTS: Defect[] = [
  {
    name: 'A page holds one entry more than asked',
    rule: 'page-size',
    ways: { cut: (selected, { page, limit }) => selected.slice((page - 1) * limit, page * limit + 1) },
    also: ['page-size-default', 'page-size-maximum', 'pages-join'],
  },
  {
    name: 'It replaces the whole event',
    rule: 'unsent-fields-kept',
    ways: { merge: ({ eventId }, patch) => ({ eventId, ...patch }) },
  },
  {
    name: 'It serves the hours without a credential',
    rule: 'credential-required',
    ways: { isAuthorised: (asked, token) => asked.operation === 'hours' || HONEST.isAuthorised(asked, token) },
  },
];
