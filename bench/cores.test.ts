import { expect, test } from '@jest/globals';
import { coresIn } from './cores';

test.each([
  ['a range', 'Name:\tnode\nCpus_allowed_list:\t0-3\nMems_allowed_list:\t0\n', [0, 1, 2, 3]],
  ['a list', 'Cpus_allowed_list:\t2,5\n', [2, 5]],
  ['both', 'Cpus_allowed_list:\t1-2,8,10-11\n', [1, 2, 8, 10, 11]],
  ['another system', '', []],
])('The cores that may be used are read from %s', (_name, status, cores) => {
  expect(coresIn(status)).toEqual(cores);
});
