import { expect, test } from '@jest/globals';
import { toUnicodePattern } from './patterns';

test.each([
  ['a hyphen that is escaped', '^\\d{4}\\-\\d{2}$', '^\\d{4}-\\d{2}$'],
  ['signs that need no escape', '^\\"\\_\\@\\#\\ \\:$', '^"_@# :$'],
  ['braces that count nothing', '^{[0-9]{2}}$', '^\\{[0-9]{2}\\}$'],
  ['a bracket that closes nothing', '^a]$', '^a\\]$'],
  ['a hyphen after a class of characters', '^[\\w-.]+@[^\\s-_]$', '^[\\w\\-.]+@[^\\s\\-_]$'],
  ['a hyphen before a class of characters', '^[+-\\d]$', '^[+\\-\\d]$'],
  ['escapes among a list of characters', '^[\\w\\-\\:\\&\\^\\]]+$', '^[\\w\\-:&\\^\\]]+$'],
  ['a property of characters beside them', '^[\\p{L}\\:]\\p{N}\\-\\u{41}$', '^[\\p{L}:]\\p{N}-\\u{41}$'],
])('%s are read as an older dialect of regular expressions has them', (_what, written, read) => {
  expect(() => new RegExp(written, 'u')).toThrow();
  expect(toUnicodePattern(written)).toBe(read);
});

test.each([
  ['one that is right', '^[a-z\\-]{1,3}\\/\\$$'],
  ['one that is none in any dialect', '('],
  ['an anchor of another language', '\\A\\d+\\Z'],
  ['an option of another language', '(?i)abc'],
])('%s stays as it is', (_what, written) => {
  expect(toUnicodePattern(written)).toBe(written);
});
