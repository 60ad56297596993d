import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import type { Service } from './service';
import { readText } from './written-files';
import { ZOO, zooWith } from './zoo';

/** What a service says, but for the places in the file. */
const meaningOf = ({ operations, resources, answers }: Service) => ({ operations, resources, answers });

describe('the form of the file does not matter', () => {
  const expected = meaningOf(readText(ZOO));
  test.each([
    ['JSON', JSON.stringify(parse(ZOO))],
    ['indented JSON', JSON.stringify(parse(ZOO), null, 2)],
    ['lines that end with CRLF', ZOO.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${ZOO}`],
    ['status codes that are numbers', ZOO.replaceAll('"200"', '200').replaceAll('"404"', '404')],
    [
      'an alias',
      ZOO.replace('{ $ref: "#/components/responses/Animal" }', '&a { $ref: "#/components/responses/Animal" }').replace(
        '200": { $ref: "#/components/responses/Animal" }',
        '200": *a',
      ),
    ],
    [
      'a merge key',
      zooWith(
        '{ action: merge, resource: animals, key: tag }',
        '{ <<: { resource: animals, key: tag }, action: merge }',
      ),
    ],
  ])('%s', (_, text) => {
    expect(meaningOf(readText(text))).toEqual(expected);
  });
});

test('the time that reading takes grows as the document does', () => {
  const item = ZOO.slice(ZOO.indexOf('  /animals/{tag}:\n'), ZOO.indexOf('components:'));
  const read = (count: number) => {
    const many = Array.from({ length: count }, (_, index) =>
      item.replace('/animals/', `/animals-${index}/`).replaceAll(/operationId: (\w+)/g, `operationId: $1${index}`),
    );
    const text = ZOO.replace('components:', () => `${many.join('')}components:`);
    const before = process.cpuUsage(); // not the clock, which goes on while others have the machine
    expect(readText(text).operations).toHaveLength(3 + 2 * count);
    return process.cpuUsage(before).user;
  };
  read(200);
  const [small, large] = [read(200), read(1600)];
  expect(large / small).toBeLessThan(24); // 8 where it is linear, 64 where each operation is held against all
});
