/** What comes of decimal fractions as it is written in decimal: three times 0.1 is 0.3. */
export function asDecimal(value: number): number {
  return Number(value.toPrecision(12));
}
