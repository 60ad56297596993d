import { expect, test } from '@jest/globals';
import { Examination } from '../examination';
import { NotExercised } from '../findings';
import { listService } from '../test-support/list-service';
import { targetThatAnswers } from '../test-support/sample-target';
import { SchemaOracle } from '../values/oracle';
import { LOWER_BOUND_RULES } from './lower-bound';

const ENTRIES = Array.from({ length: 8 }, (_, index) => ({ rank: index, day: `2027-04-0${8 - index}` }));

/** The examination of a list that is in the order of one field and bounded by another, and cuts its pages as it should. */
function listInOrderOf(by: string): Examination {
  const properties = { rank: { type: 'integer' }, day: { type: 'string', format: 'date' } };
  const parameters = [
    { name: 'page', in: 'query', schema: { type: 'integer' } },
    { name: 'size', in: 'query', schema: { type: 'integer', maximum: 3 } },
    { name: 'since', in: 'query', schema: { type: 'string', format: 'date' } },
  ];
  const meaning = { page: { number: 'page', size: 'size' }, order: { by }, from: { parameter: 'since', field: 'day' } };
  const service = listService({ meaning, parameters, items: { type: 'object', properties } });
  const [list] = service.operations;
  if (list === undefined) throw new Error('the document has no operation');
  const listed = by === 'day' ? ENTRIES.toReversed() : ENTRIES;
  const target = targetThatAnswers([]);
  return new Examination(service, list, { ...target, send }, SchemaOracle.of(service));

  async function send(request: Parameters<typeof target.send>[0]) {
    const { page = 1, size = 3, since = '' } = request.query ?? {};
    const found = listed.filter(({ day }) => day >= String(since));
    const value = found.slice((Number(page) - 1) * Number(size), Number(page) * Number(size));
    return { url: '', request, response: { status: 200, headers: {}, text: JSON.stringify(value), json: { value } } };
  }
}

const inclusive = LOWER_BOUND_RULES.find(({ id }) => id === 'lower-bound-inclusive');

test('a list in the order of its lower bound shows the entries from there on', async () => {
  await expect(inclusive?.check(listInOrderOf('day'))).resolves.toBeUndefined();
});

test('of one in another order nothing is known of where they stand', async () => {
  await expect(inclusive?.check(listInOrderOf('rank'))).rejects.toThrow(NotExercised);
});
