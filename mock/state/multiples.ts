import type { Ajv } from 'ajv';

/**
 * Whether a number is a multiple of another as they are written in decimal: 0.07 is one of 0.01, which a division of binary
 * fractions denies (JSON Schema 2020-12, Validation, 6.2.1).
 */
export function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  const [one, other] = [decimalOf(value), decimalOf(step)];
  const exponent = Math.min(one.exponent, other.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return scaled(one) % scaled(other) === 0n;
}

/** Has a validator keep to `multipleOf` as `isMultiple` reads it. */
export function teachMultiples(ajv: Ajv): void {
  ajv.removeKeyword('multipleOf').addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => isMultiple(value, step),
    error: { message: ({ schema }) => `must be multiple of ${schema}` },
  });
}

/** A number as digits times a power of ten. */
interface Decimal {
  digits: bigint;
  exponent: number;
}

function decimalOf(value: number): Decimal {
  const [, whole = '', fraction = '', power = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}
