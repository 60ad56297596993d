import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { CONDITION_NAMES } from './conditions';
import { valueAt } from './json';
import { packageFolder } from './package-folder';
import { SOURCES } from './vocabulary';

const schema: unknown = JSON.parse(readFileSync(join(packageFolder, 'spec', 'x-docent.schema.json'), 'utf8'));

test('the schema of x-docent knows the conditions that the code knows, in the same order', () => {
  expect(valueAt(schema, '/$defs/response/properties/when/items/enum')).toEqual(CONDITION_NAMES);
});

test('the schema of x-docent knows the sources that the code knows', () => {
  expect(valueAt(schema, '/$defs/source/enum')).toEqual(Object.keys(SOURCES));
});
