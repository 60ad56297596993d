import { expect, test } from '@jest/globals';
import { DEFAULT_DOCUMENT, readService, valueAt } from '../../spec';
import { assertableDocument } from './asserted-document';

const service = readService({ spec: DEFAULT_DOCUMENT });
const HOURS = '/paths/~1museum-hours/get';

test('what is assumed is not asserted: errors, the exact status of a success, marked keywords', () => {
  const document = assertableDocument(service);
  expect(Object.keys(valueAt(document, `${HOURS}/responses`) ?? {})).toEqual(['2XX']);
  expect(valueAt(document, '/components/schemas/SpecialEventUpdate/additionalProperties')).toBeUndefined();
});

test('what is documented is asserted, errors included', () => {
  const operations = service.operations.map((operation) => ({
    ...operation,
    answers: operation.answers.map((answer) => ({ ...answer, source: 'documented' as const })),
  }));
  const document = assertableDocument({ ...service, operations });
  expect(Object.keys(valueAt(document, `${HOURS}/responses`) ?? {})).toEqual(['200', '400', '401']);
  expect(valueAt(document, '/components/schemas/OperatingHours/required')).toContain('timeClose');
});

test('no credential is asked for, and the service itself stays as it was', () => {
  expect(assertableDocument(service).security).toBeUndefined();
  expect(service.openapi.security).toEqual([{ basicCredential: [] }]);
  expect(Object.keys(valueAt(service.openapi, `${HOURS}/responses`) ?? {})).toEqual(['200', '400', '401']);
});
