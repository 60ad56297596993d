import { expect, test } from '@jest/globals';
import { withoutNames } from './names';

test('Names of schemas are taken out of examples, and stay where they are a field or a value', () => {
  const schema = {
    properties: { $id: { type: 'string' }, about: { enum: [{ $id: 'one' }], const: { $anchor: 'one' } } },
    default: { $id: 'one' },
  };
  const document = { components: { schemas: { Book: schema } } };
  expect(withoutNames(document)).toBe(document);
  expect(withoutNames({ ...document, example: [{ $id: 'one', $anchor: 'two', $idle: true }, 'x'] })).toEqual({
    ...document,
    example: [{ $idle: true }, 'x'],
  });
});
