import { isObject } from '../spec';
import { type Examination, isSuccess } from './examination';
import type { Exchange } from './exchange';
import { shownFields } from './fields';

/** Whether a value is an object that has one of the fields: which of them must be there, no rule of shape says. */
export function hasField(value: unknown, fields: string[]): boolean {
  return isObject(value) && (fields.length === 0 || fields.some((field) => Object.hasOwn(value, field)));
}

/** A success that shows what the operation returns; a page that asks to log in, or an error with status 200, does not. */
export function isServed({ operation, document }: Examination, exchange: Exchange): boolean {
  const value = exchange.response.json?.value;
  if (!isSuccess(exchange)) return false;
  if (operation.returns === undefined) return true;
  const fields = shownFields(document, operation.returns);
  if (operation.meaning.action === 'list')
    return Array.isArray(value) && value.some((entry) => hasField(entry, fields));
  if (!isObject(value)) return false;
  // One field's name may stand in an error too, as "name" does.
  const shown = fields.filter((field) => Object.hasOwn(value, field)).length;
  return Object.hasOwn(value, operation.meaning.key.field) || shown >= Math.min(2, fields.length);
}

/** An answer that refuses: by its status, or with an object in place of a list that holds no list and nothing of an entry. */
export function isRefusal({ operation, document }: Examination, exchange: Exchange): boolean {
  const { status, json } = exchange.response;
  if (status >= 400 && status < 500) return true;
  if (!isSuccess(exchange) || operation.returns === undefined || !isObject(json?.value)) return false;
  const text = JSON.stringify(json.value);
  const fields = shownFields(document, operation.returns);
  return text !== '{}' && !text.includes('[') && !fields.some((field) => text.includes(`"${field}":`));
}
