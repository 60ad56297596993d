import { describe, expect, test } from '@jest/globals';
import { readService } from '../../spec';
import { changed, fileOf, libraryDocument } from '../test-document';
import { CarryOver, conformingState } from './carry-over';
import { Collection } from './collection';
import { Conformance } from './conformance';
import { Ground } from './ground';
import { type Entry, kindsOf } from './kind';
import { Layer } from './layer';

/** The ground of the library, with parts of its document changed, and no data. */
function groundWith(changes: Parameters<typeof changed>[1] = {}): Ground {
  const service = readService({
    spec: fileOf('library.json', JSON.stringify(changed(libraryDocument(), changes))),
  });
  const kinds = kindsOf(service, new Conformance(service.openapi));
  return new Ground(kinds, { on: () => new Map(), inScenario: () => new Map(), scenarios: ['kept'] });
}

const changesOf = (...entries: Entry[]) => new Map(entries.map((entry) => [String(entry.isbn), entry]));

describe('of a state whose origin is not known', () => {
  test('what conforms is kept, and the rest is named', () => {
    const ground = groundWith();
    const layer = new Layer(undefined, changesOf({ isbn: 'a', title: 'A' }, { isbn: 'b', title: 7, year: 'x' }));
    const { state, dropped } = conformingState({ scenario: 'kept', layers: new Map([['books', layer]]) }, ground);
    expect([...(state.layers.get('books')?.changes.keys() ?? [])]).toEqual(['a']);
    expect(state.scenario).toBe('kept');
    expect(dropped).toEqual([
      {
        resource: 'books',
        id: 'b',
        why: 'title must be a string, but it is 7; year must be an integer, but it is "x"',
      },
    ]);
  });

  test('of entries that took the place of all, each identifier stands once', () => {
    const ground = groundWith();
    const entries = [{ isbn: 'a' }, { isbn: 'a', title: 'again' }, { title: 'unnamed' }];
    const layer = new Layer(new Collection(ground.kind('books'), entries));
    const { state, dropped } = conformingState({ scenario: 'gone', layers: new Map([['books', layer]]) }, ground);
    expect(state.layers.get('books')?.base?.entries).toEqual([{ isbn: 'a' }]);
    expect(state.scenario).toBeUndefined();
    expect(dropped.map(({ why }) => why)).toEqual([
      'has the isbn of another entry',
      'has no isbn, which identifies it',
    ]);
  });

  test('a resource of which nothing is left counts as unchanged', () => {
    const layers = new Map([['books', new Layer(undefined, changesOf({ isbn: 'a', title: 7 }))]]);
    expect(conformingState({ scenario: undefined, layers }, groundWith()).state.layers.size).toBe(0);
  });

  test('what was removed is found by its identifier in any spelling that counts as the same', () => {
    const ground = groundWith({ 'paths /books/{isbn} parameters 0 schema format': 'uuid' });
    const id = '0B6A4A8E-1A2B-4C3D-8E4F-5A6B7C8D9E0F';
    const layers = new Map([['books', new Layer(undefined, new Map([[id, undefined]]))]]);
    const { state } = conformingState({ scenario: undefined, layers }, ground);
    expect([...(state.layers.get('books')?.changes.keys() ?? [])]).toEqual([id.toLowerCase()]);
  });

  test('an unknown resource is named once', () => {
    const layers = new Map([['__proto__', new Layer(undefined, changesOf({ isbn: 'a' }, { isbn: 'b' }))]]);
    expect(conformingState({ scenario: undefined, layers }, groundWith()).dropped).toEqual([
      { resource: '__proto__', id: undefined, why: 'is no resource of the document any more' },
    ]);
  });
});

test('A state that stands on the same kinds is taken over as it is', () => {
  const ground = groundWith();
  const layers = new Map([['books', new Layer(undefined, changesOf({ isbn: 'a', title: 7 }))]]);
  const state = { scenario: undefined, layers, kinds: ground.kinds };
  expect(conformingState(state, ground).state.layers).toBe(layers);
});

test('What two states share is looked at once, and shared afterwards', () => {
  const carryOver = new CarryOver(groundWith());
  const layers = new Map([['books', new Layer(undefined, changesOf({ isbn: 'a' }, { isbn: 'b', title: 7 }))]]);
  const [one, two] = [
    carryOver.carry({ scenario: undefined, layers }),
    carryOver.carry({ scenario: undefined, layers }),
  ];
  expect(one.layers.get('books')).toBe(two.layers.get('books'));
  expect(carryOver.dropped).toHaveLength(1);
});

test('Many entries are checked while other work has its turn', async () => {
  const carryOver = new CarryOver(groundWith());
  const entries = Array.from({ length: 100_000 }, (_, index) => ({ isbn: `${index}`, title: 'A', tags: ['x', 'y'] }));
  const layers = new Map([['books', new Layer(undefined, changesOf(...entries))]]);
  const turns: number[] = [];
  const other = setInterval(() => turns.push(performance.now()), 1);
  await carryOver.prepare([{ scenario: undefined, layers }]);
  clearInterval(other);
  expect(turns.length).toBeGreaterThan(3);
  expect(carryOver.carry({ scenario: undefined, layers }).layers.get('books')?.changes.size).toBe(100_000);
});
