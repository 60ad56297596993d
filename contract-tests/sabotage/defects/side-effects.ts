import type { Change } from '../honest-server';
import { eventsFrom, type Fields, localDate } from '../museum-data';
import { HONEST, type Store, type Ways } from '../ways';
import type { Defect } from './defect';

/** What is lost by requests that have nothing to do with it. */
export const SIDE_EFFECT_DEFECTS: Defect[] = [
  {
    name: 'An empty update clears the description and the dates',
    rule: 'unsent-fields-kept',
    ways: {
      merge: (event, patch) => (isEmpty(patch) ? { ...event, eventDescription: '', dates: [] } : merged(event, patch)),
    },
  },
  {
    name: 'An empty update takes an event back to its start',
    rule: 'unsent-fields-kept',
    ways: {
      merge: (event, patch) =>
        isEmpty(patch) ? { ...eventsFrom(localDate()).find(isOf(event.eventId)) } : merged(event, patch),
    },
  },
  {
    name: 'An update that is empty clears the price, and shows it still',
    rule: 'unsent-fields-kept',
    ways: {
      update(store, eventId, patch, asked) {
        if (!isEmpty(patch)) return HONEST.update.call(this, store, eventId, patch, asked);
        const event = store.get(eventId);
        store.set(eventId, { ...event, price: 0 });
        return event;
      },
    },
  },
  {
    name: 'A field that it does not know beside one that it knows clears the description and the dates',
    rule: 'unsent-fields-kept',
    ways: {
      merge: (event, patch, { body }) =>
        hasStranger(body) ? { ...event, eventDescription: '', dates: [], ...patch } : merged(event, patch),
    },
  },
  {
    name: 'A request that it refuses for its credential takes all events back to their start',
    rule: 'refused-credential-changes-nothing',
    ways: resetting((reset) => ({
      isAuthorised(asked, token) {
        if (!HONEST.isAuthorised(asked, token)) reset();
        return HONEST.isAuthorised(asked, token);
      },
    })),
  },
  {
    name: 'A request for the hours takes all events back to their start',
    rule: 'updates-at-once',
    ways: resetting((reset) => ({
      readQuery(sent, today) {
        reset();
        return HONEST.readQuery(sent, today);
      },
    })),
  },
  {
    name: 'A request for a second page of the hours takes all events back to their start',
    rule: 'updates-at-once',
    ways: resetting((reset) => ({
      readQuery(sent, today) {
        if (sent.get('page') === '2') reset();
        return HONEST.readQuery(sent, today);
      },
    })),
  },
  {
    name: 'A request for the hours from a day on takes all events back to their start',
    rule: 'updates-at-once',
    ways: resetting((reset) => ({
      readQuery(sent, today) {
        if (sent.has('startDate')) reset();
        return HONEST.readQuery(sent, today);
      },
    })),
  },
  {
    name: 'A read that it refuses for its credential takes all events back to their start',
    rule: 'refused-credential-changes-nothing',
    ways: resetting((reset) => ({
      isAuthorised(asked, token) {
        if (asked.operation === 'read' && !HONEST.isAuthorised(asked, token)) reset();
        return HONEST.isAuthorised(asked, token);
      },
    })),
  },
  {
    name: 'Whoever asks for an event that is not there takes the others back to their start',
    rule: 'updates-at-once',
    ways: {
      read(store, eventId) {
        if (!store.has(eventId)) takeBack(store);
        return store.get(eventId);
      },
    },
  },
];

/** Takes all events back before they are next read or updated, whenever that is asked for. */
function resetting(change: (reset: () => void) => Partial<Ways>): Change {
  return () => {
    let isDue = false;
    const resetIfDue = (store: Store) => {
      if (isDue) takeBack(store);
      isDue = false;
    };
    return {
      read(store, eventId) {
        resetIfDue(store);
        return HONEST.read(store, eventId);
      },
      update(store, eventId, patch, asked) {
        resetIfDue(store);
        return HONEST.update.call(this, store, eventId, patch, asked);
      },
      ...change(() => {
        isDue = true;
      }),
    };
  };
}

function takeBack(store: Store): void {
  for (const event of eventsFrom(localDate())) store.set(String(event.eventId), event);
}

function merged(event: Fields, patch: Fields): Fields {
  return { ...event, ...patch };
}

function isEmpty(patch: Fields): boolean {
  return Object.keys(patch).length === 0;
}

function isOf(eventId: unknown): (event: Fields) => boolean {
  return (event) => event.eventId === eventId;
}

function hasStranger(body: string): boolean {
  const known = ['eventId', 'name', 'location', 'eventDescription', 'dates', 'price'];
  return Object.keys(JSON.parse(body) as Fields).some((field) => !known.includes(field)); // it has been read before
}
