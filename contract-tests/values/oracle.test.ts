import { expect, test } from '@jest/globals';
import { SchemaOracle } from './oracle';

const schema = { type: 'number', multipleOf: 0.01 };
const oracle = new SchemaOracle({ openapi: { components: { schemas: { Price: schema } } } });
const PRICE = { pointer: '/components/schemas/Price', value: schema };

test.each([19.99, 0.07, 1.1, 4.35, 1e6, 123456.78, -0.29, 0])('%d is a multiple of 0.01, as it is written', (price) => {
  expect(oracle.faultsOf(PRICE, price)).toEqual([]);
});

test.each([19.995, 0.001, 1.0101])('%d is none', (price) => {
  expect(oracle.faultsOf(PRICE, price)).toEqual([`the body must be multiple of 0.01, but it is ${price}`]);
});
