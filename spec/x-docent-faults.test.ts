import { describe, expect, test } from '@jest/globals';
import { CONDITION_NAMES } from './conditions';
import { faultsOf } from './written-files';
import { type Mistake, zooWith } from './zoo';

describe('one mistake in the form of x-docent is one line', () => {
  test.each<Mistake>([
    [
      'a member of x-docent that is none',
      'action: read,',
      'action: read, oder: x,',
      '27  "oder" is not known here. Known are action, resource, source, documentation, key.',
    ],
    [
      'a member of another action',
      'action: read,',
      'action: read, order: { by: tag },',
      '27  "order" is not known here. Known are action, resource, source, documentation, key.',
    ],
    [
      'an action that is none',
      'action: read',
      'action: raed',
      '27  "raed" is not known for action. Known are list, read, merge.',
    ],
    ['an action that is missing', 'action: read, ', '', '27  "action" is missing in x-docent.'],
    [
      'a key that is missing',
      `resource: animals, key: tag }
      responses`,
      `resource: animals }
      responses`,
      '27  "key" is missing in x-docent.',
    ],
    [
      'half a key',
      'action: read, resource: animals, key: tag',
      'action: read, resource: animals, key: { field: tag }',
      '27  "parameter" is missing in key.',
    ],
    [
      'a condition that is none',
      'unknown-resource',
      'unknown-ressource',
      `30  "unknown-ressource" is not known for item 1 of when. Known are ${CONDITION_NAMES.join(', ')}.`,
    ],
    [
      'a condition that the document answers and that is none',
      'security:',
      `x-docent: { responses: { "404": { description: No., x-docent: { when: [nowhere] } } } }
security:`,
      `3  "nowhere" is not known for item 1 of when. Known are ${CONDITION_NAMES.join(', ')}.`,
    ],
    [
      'a response of the document without a description',
      'security:',
      `x-docent: { responses: { "404": { x-docent: { when: [unknown-path] } } } }
security:`,
      '3  "description" is missing in response 404.',
    ],
    [
      'a source that is none',
      'source: assumed',
      'source: guessed',
      '30  "guessed" is not known for source. Known are documented, observed, expected, assumed, learned.',
    ],
    [
      'x-docent on a parameter',
      'tag, in: path,',
      'tag, in: path, x-docent: { source: assumed },',
      '24  "x-docent" has no meaning here. It belongs to the root, an operation, a response or a schema.',
    ],
    [
      'x-docent among responses',
      `responses:
        "200": { $ref: "#/components/responses/Animal" }
        "404"`,
      `responses:
        x-docent: { source: assumed }
        "200": { $ref: "#/components/responses/Animal" }
        "404"`,
      '29  "x-docent" has no meaning here. It belongs to the root, an operation, a response or a schema.',
    ],
    [
      'x-docent beside a reference',
      '{ $ref: "#/components/responses/Animal" }',
      '{ $ref: "#/components/responses/Animal", x-docent: { source: learned } }',
      '29  Beside a $ref "x-docent" is ignored. Write it on the response itself.',
    ],
    [
      'an assumed keyword that is absent',
      'type: object',
      `type: object
      x-docent: { assumed: [required] }`,
      '48  "required" is marked as assumed, but the schema has no such keyword.',
    ],
  ])('%s', (_, piece, replacement, fault) => {
    expect(faultsOf(zooWith(piece, replacement))).toEqual([`zoo.yaml:${fault}`]);
  });
});
