import { expect, test } from '@jest/globals';
import { type AskedBack, type Reply, TakenBack } from './taken-back';

/** Asks of two fields, of which a target replies to both together first, and then to each. */
function asking(send: AskedBack['send'], now: AskedBack['now'] = { name: 'Clay', price: 0 }): AskedBack {
  return { operation: 'changeTool', place: 'changeTool tools 1', now, today: '2027-03-01', send };
}

const refusing =
  (...names: string[]) =>
  async (patch: object): Promise<Reply> =>
    names.some((name) => name in patch) ? 'refused' : 'taken';

test('a field that is refused alone is left alone, ordinary or not', async () => {
  expect(await new TakenBack().refused(asking(refusing('name')))).toEqual({ names: new Set(['name']), isEvery: false });
});

test('where all are refused, only what is not ordinary is left alone', async () => {
  expect(await new TakenBack().refused(asking(refusing('name', 'price')))).toEqual({
    names: new Set(['price']),
    isEvery: true,
  });
});

test('an entry is asked once', async () => {
  let asked = 0;
  const takenBack = new TakenBack();
  const send = async (): Promise<Reply> => {
    asked += 1;
    return 'taken';
  };
  await takenBack.refused(asking(send));
  await takenBack.refused(asking(send, { name: 'Wood' }));
  expect(asked).toBe(1);
});

test('a target that was too busy to answer is asked again', async () => {
  const takenBack = new TakenBack();
  const busy = async () => {
    throw new Error('503: it was too busy'); // not NotExercised, which would only skip this test
  };
  await expect(takenBack.refused(asking(busy))).rejects.toThrow('too busy');
  expect(await takenBack.refused(asking(refusing('price')))).toMatchObject({ names: new Set(['price']) });
});

test('a field that was found to be refused only after it was changed is left alone from then on', async () => {
  const takenBack = new TakenBack();
  const first = asking(refusing('name'));
  await takenBack.refused(first);
  expect(takenBack.leaveOut(first.place, ['price'])).toBe(true);
  expect(takenBack.leaveOut(first.place, ['price'])).toBe(false);
  expect(await takenBack.refused(first)).toMatchObject({ names: new Set(['name', 'price']) });
});

test('what is left out of an operation is left alone in each of its entries, what is of one entry in no other', async () => {
  const takenBack = new TakenBack();
  const first = asking(refusing());
  takenBack.leaveOut(first.operation, ['price']);
  takenBack.leaveOut(first.place, ['name']);
  expect(await takenBack.refused({ ...first, place: 'changeTool tools 2' })).toMatchObject({
    names: new Set(['price']),
  });
});
