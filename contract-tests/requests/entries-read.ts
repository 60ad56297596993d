import type { Examination } from '../examination';
import type { Exchange } from '../target/exchange';
import { askedOnce } from './asked-once';

/** How many known entries are read. */
export const READ_AT_MOST = 10;

/** A known entry, and the answer that shows it. */
export interface ReadEntry {
  identifier: string;
  exchange: Exchange;
}

/** The known entries, read one by one; once for all checks that judge such answers. */
export function readKnown(examination: Examination): Promise<ReadEntry[]> {
  return askedOnce(examination, 'known entries', async () => {
    const read: ReadEntry[] = [];
    for (const identifier of examination.identifiers().slice(0, READ_AT_MOST))
      read.push({ identifier, exchange: await examination.served({ identifier }) });
    return read;
  });
}
