import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { yamlText } from './yaml-text';

test.each([
  '06:00',
  '09:00',
  '190:20:30.15',
  '2027-03-01',
  '2027-3-1T10:00:00Z',
  'yes',
  'No',
  'on',
  'OFF',
  'y',
  '1_000',
  '685.230_15e+03',
  '010',
  '0b11',
  '~',
  '<<',
])('the text %j is the same to readers of YAML 1.1 and 1.2, as a value and as a name', (text) => {
  const value = { value: text, list: [text], [text]: { name: text } };
  const written = yamlText(value);
  expect([parse(written, { version: '1.1' }), parse(written)]).toEqual([value, value]);
});

test.each([
  ['an equals sign, which is a type of YAML 1.1', { enum: ['=', '<='] }, 'enum:\n  - "="\n  - <=\n'],
  ['a large number, which has a point in YAML 1.1', { maximum: 1e21 }, 'maximum: 1.0e+21\n'],
  ['a small number', { multipleOf: 1e-7, minimum: -1.5e-7 }, 'multipleOf: 1.0e-7\nminimum: -1.5e-7\n'],
  [
    'what no reader mistakes',
    { openapi: '3.1.0', title: 'On the shelf', page: 1 },
    'openapi: 3.1.0\ntitle: On the shelf\npage: 1\n',
  ],
])('%s is written so that it stays what it is', (_name, value, written) => {
  expect(yamlText(value)).toBe(written);
  expect(parse(written)).toEqual(value);
});
