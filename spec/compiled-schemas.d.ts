import type { ValidateFunction } from 'ajv/dist/2020';

/** What `compile-schemas` has made of the schemas, by the names that it gives them. */
declare const validators: Record<string, ValidateFunction>;
export = validators;
