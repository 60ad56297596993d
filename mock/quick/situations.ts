import type { Session } from '../sessions/session';

/** What is asked for, beside the method. */
export interface Asked {
  session: Session;
  url: string;
  /** As `Identities` tells requests apart. */
  identity: number;
}

/** Tells apart everything that the answer to a GET depends on. A session that begins anew, or goes on after a reload, has another store. */
export function situationOf({ session, url, identity }: Asked): string {
  const { store } = session;
  return `${store.number} ${store.revision} ${session.today()} ${identity} ${url}`;
}
