/** The most requests that a check has under way. */
export const MOST_AT_ONCE = 8;

/**
 * Does something with each item, so many at once, and keeps the order of the items. After a failure nothing new is begun;
 * what is under way is waited for, so that nothing happens behind the back of whoever puts things back.
 */
export async function atOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  limit = MOST_AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}
