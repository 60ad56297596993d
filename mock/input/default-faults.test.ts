import { describe, expect, test } from '@jest/globals';
import { ConfigurationError } from '../../spec';
import { zooWith } from '../../spec/zoo';
import { createMock } from '../index';
import { fileOf } from '../test-document';

const SIZE = 'schema: { type: integer, default: 5, maximum: 7 }';

/** The faults of the zoo with another schema of its parameter `size`, each as `line  message`. */
function faultsWith(schema: string): string[] {
  try {
    createMock({ spec: fileOf('zoo.yaml', zooWith(SIZE, `schema: ${schema}`)) });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.faults.map(({ place, message }) => `${place.split(':').at(-1)}  ${message}`);
  }
}

describe('a default that its own schema forbids is a fault:', () => {
  test.each([
    [
      'a bound',
      '{ type: integer, default: 8, maximum: 7 }',
      '17  The default of the parameter size must be at most 7, but it is 8.',
    ],
    [
      'a type',
      '{ type: integer, default: "8" }',
      '17  The default of the parameter size must be an integer, but it is "8".',
    ],
    [
      'an enumeration',
      '{ type: integer, default: 8, enum: [1, 2] }',
      '17  The default of the parameter size must be one of 1, 2, but it is 8.',
    ],
    [
      'null',
      '{ type: integer, default: null }',
      '17  The default of the parameter size must be an integer, but it is null.',
    ],
    [
      'in a part',
      '{ type: integer, maximum: 7, allOf: [{ default: 8 }] }',
      '17  The default of the parameter size must be at most 7, but it is 8.',
    ],
  ])('%s', (_name, schema, fault) => {
    expect(faultsWith(schema)).toEqual([fault]);
  });

  test.each([
    ['within the bounds', '{ type: integer, default: 7, maximum: 7 }'],
    ['null where that is allowed', '{ type: [integer, "null"], default: null }'],
  ])('not one %s', (_name, schema) => {
    expect(faultsWith(schema)).toEqual([]);
  });
});
