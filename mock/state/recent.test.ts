import { expect, test } from '@jest/globals';
import { Recent } from './recent';

test('What was used least recently is made anew once the others outweigh the bound', () => {
  const made: string[] = [];
  const recent = new Recent<string, string>(10, (value) => value.length);
  const get = (key: string) =>
    recent.get(key, () => {
      made.push(key);
      return 'x'.repeat(4);
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('What is heavier than the bound is kept while it is the last that was used', () => {
  const recent = new Recent<string, string[]>(1, ({ length }) => length);
  const first = recent.get('a', () => ['x', 'y']);
  expect(recent.get('a', () => [])).toBe(first);
  recent.get('b', () => ['x', 'y']);
  expect(recent.get('a', () => [])).not.toBe(first);
});

test('What is forgotten is made anew', () => {
  const recent = new Recent<string, object>(1, () => 1);
  const first = recent.get('a', () => ({}));
  recent.forget('a');
  recent.forget('unknown');
  expect(recent.get('a', () => ({}))).not.toBe(first);
});

test('However much is used, no more is kept than the bound allows, and what is used again and again stays', () => {
  const recent = new Recent<number, number[]>(100, ({ length }) => length);
  const always = recent.get(-1, () => [0]);
  for (let key = 0; key < 500; key += 1) {
    recent.keep(key, Array.from({ length: (key % 5) + 1 }));
    expect(recent.find(-1)).toBe(always);
  }
  const kept = Array.from({ length: 500 }, (_, key) => key).reverse();
  const found = kept.flatMap((key) => recent.find(key) ?? []);
  expect(found.length).toBeLessThanOrEqual(100);
  expect(found.length).toBeGreaterThan(40);
});
