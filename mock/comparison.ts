/**
 * The order of two values of one field: numbers by size, everything else as text by code unit, which is the order of dates, of
 * times and of date-times in one time zone. A missing value comes last.
 */
export function compare(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [String(a), String(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
