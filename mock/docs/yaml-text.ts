import { type ScalarTag, stringify } from 'yaml';
import type { Json } from '../../spec';

/** A value as YAML that readers of YAML 1.1, of which there are many, understand as those of 1.2 do. */
export function yamlText(value: Json): string {
  return stringify(value, {
    compat: 'yaml-1.1', // sexagesimals, dates, `yes` and the like are quoted
    customTags: (tags) => [EXPONENTIAL, DEFAULT_VALUE, ...tags],
    aliasDuplicateObjects: false,
    lineWidth: 0,
  });
}

/** YAML 1.1 has no float without a point. */
const EXPONENTIAL: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  test: /^-?\d+e[-+]\d+$/,
  identify: (value) => typeof value === 'number' && /^-?\de/.test(String(value)),
  resolve: Number,
  stringify: ({ value }) => String(value).replace('e', '.0e'),
};

/** An equals sign alone is a value of its own there, which is why it is quoted. */
const DEFAULT_VALUE: ScalarTag = {
  tag: 'tag:yaml.org,2002:value',
  default: true,
  test: /^=$/,
  identify: () => false,
  resolve: (text) => text,
};
