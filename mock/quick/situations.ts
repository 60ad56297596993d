import type { Session } from '../sessions/session';

/** What is asked for, beside the method. */
export interface Asked {
  session: Session;
  url: string;
  /** As `Identities` tells requests apart. */
  identity: number;
}

/** Tells apart everything that the answer to a GET depends on. */
export function situationOf({ session, url, identity }: Asked): string {
  return `${session.moment} ${identity} ${url}`;
}
