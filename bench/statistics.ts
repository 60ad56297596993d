/**
 * The middle of some numbers: of an even count, the mean of the two in the middle.
 * @throws {RangeError} of none
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (lower === undefined || upper === undefined) throw new RangeError('No numbers have no median.');
  return (lower + upper) / 2;
}

/**
 * The smallest of some numbers that at least this share of them does not exceed (the nearest rank).
 * @param share above 0, at most 1
 * @throws {RangeError} of none
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  const value = sorted[Math.ceil(sorted.length * share) - 1];
  if (value === undefined) throw new RangeError('No numbers have no percentile.');
  return value;
}
