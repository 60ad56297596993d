import type { Session } from '../sessions/session';
import type { Store } from '../state/store';

/** What is asked for, beside the method. */
export interface Asked {
  session: Session;
  url: string;
  identity: string;
}

/** Tells apart everything that the answer to a GET depends on. */
export class Situations {
  /** Stores by number: a session that begins anew has another. */
  readonly #numbers = new WeakMap<Store, number>();
  #lastNumber = 0;

  of({ session, url, identity }: Asked): string {
    const { store } = session;
    return `${this.#numberOf(store)} ${store.revision} ${session.today()} ${url}${identity}`;
  }

  #numberOf(store: Store): number {
    const known = this.#numbers.get(store);
    if (known !== undefined) return known;
    this.#lastNumber += 1;
    this.#numbers.set(store, this.#lastNumber);
    return this.#lastNumber;
  }
}
