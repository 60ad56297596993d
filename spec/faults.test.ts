import { expect, test } from '@jest/globals';
import { faultsOf } from './written-files';
import { ZOO, zooWith } from './zoo';

test('faults of every kind are reported at once, in the order of the lines', () => {
  const text = zooWith('description: None., ', '')
    .replace('title: Zoo, ', '')
    .replace('by: born', 'by: birth')
    .replace('action: merge', 'action: replace')
    .replace(
      'items: { $ref: "#/components/schemas/Animal"',
      'minItems: x, items: { $ref: "#/components/schemas/Animal"',
    )
    .replace('get:\n      operationId: readAnimal', 'get:\n      operationId: listAnimals');
  expect(faultsOf(text)).toEqual([
    'zoo.yaml:2  "title" is missing in info.',
    'zoo.yaml:21  minItems must be an integer, but it is "x".',
    'zoo.yaml:26  operationId "listAnimals" stands twice: it is also GET /animals.',
    'zoo.yaml:30  "description" is missing in response 404.',
    'zoo.yaml:33  "replace" is not known for action. Known are list, read, merge.',
  ]);
});

test('what an unsound operation means is not guessed, but a sound one beside it is checked', () => {
  const text = zooWith('description: None., ', '')
    .replace('by: born', 'by: birth')
    .replace('merge, resource: animals, key: tag', 'merge, resource: animals, key: mark');
  expect(faultsOf(text)).toEqual([
    'zoo.yaml:11  There is no field "birth". The entries have tag, born.',
    'zoo.yaml:30  "description" is missing in response 404.',
    'zoo.yaml:33  There is no field "mark". The entries have tag, born.',
  ]);
});

test('what a merge key brings in is faulty where it was written', () => {
  const text = ZOO.replace(
    'security:',
    'x-shared:\n  - &a { resource: animals }\n  - &b\n    key: mark\nsecurity:',
  ).replace('{ action: read, resource: animals, key: tag }', '{ <<: [*a, *b], action: read }');
  expect(faultsOf(text)).toEqual(['zoo.yaml:6  There is no field "mark". The entries have tag, born.']);
});
