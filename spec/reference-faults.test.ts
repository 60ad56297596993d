import { describe, expect, test } from '@jest/globals';
import { CONDITION_NAMES } from './conditions';
import { faultsOf } from './written-files';
import { type Mistake, ZOO, zooWith } from './zoo';

describe('one mistake in a reference is one line', () => {
  test.each<Mistake>([
    [
      'a reference that leads nowhere',
      `responses/Animal" }
        "404"`,
      `responses/Beast" }
        "404"`,
      '29  $ref "#/components/responses/Beast" leads nowhere.',
    ],
    [
      'a reference to an anchor',
      `#/components/responses/Animal" }
        "404"`,
      `#animal" }
        "404"`,
      '29  $ref "#animal" names an anchor. What comes after "#" has to be a path such as "/components/schemas/Event".',
    ],
    [
      'a reference to a missing file',
      `"#/components/responses/Animal" }
        "404"`,
      `"beasts.yaml#/Animal" }
        "404"`,
      '29  "beasts.yaml": There is no such file.',
    ],
    [
      'a reference to the network',
      `"#/components/responses/Animal" }
        "404"`,
      `"https://example.com/zoo.yaml#/Animal" }
        "404"`,
      '29  "https://example.com/zoo.yaml" is on the network; only files are read. Save it beside the document.',
    ],
    [
      'a reference round in a circle',
      '"404": { description: None., x-docent: { when: [unknown-resource], source: assumed } }',
      '"404": { $ref: "#/paths/~1animals~1%7Btag%7D/get/responses/404" }',
      '30  $ref "#/paths/~1animals~1%7Btag%7D/get/responses/404" leads round in a circle.',
    ],
  ])('%s', (_, piece, replacement, fault) => {
    const found = faultsOf(zooWith(piece, replacement)).map((line) => line.replace(/"[^"]*\/docent-[^/]*\//, '"'));
    expect(found).toEqual([`zoo.yaml:${fault}`]);
  });
});

describe('a fault in a file that the document refers to is told with its place there', () => {
  const document = ZOO.replaceAll('#/components/responses/Animal', 'more.yaml#/Animal');
  test.each([
    [
      'a syntax error',
      'Animal: {',
      'more.yaml:1  It is no YAML: Flow map in block collection must be sufficiently indented and end with a }.',
    ],
    [
      'a response without a description',
      '\nAnimal:\n  content: {}',
      'more.yaml:2  "description" is missing in Animal.',
    ],
    [
      'an unknown condition',
      'Animal:\n  description: X\n  x-docent:\n    when: [nowhere]',
      `more.yaml:4  "nowhere" is not known for item 1 of when. Known are ${CONDITION_NAMES.join(', ')}.`,
    ],
    [
      'a reference to a missing member',
      'Animal:\n  description: X\n  content:\n    application/json: { schema: { $ref: "#/Beast" } }',
      'more.yaml:4  $ref "#/Beast" leads nowhere.',
    ],
  ])('%s', (_, more, fault) => {
    expect(faultsOf(document, [], { 'more.yaml': more })).toEqual([fault]);
  });

  test('at its beginning where the whole file is meant', () => {
    const whole = ZOO.replaceAll('#/components/responses/Animal', 'more.yaml');
    expect(faultsOf(whole, [], { 'more.yaml': '\ncontent: {}' })).toEqual([
      'more.yaml:2  "description" is missing in the file.',
    ]);
  });
});
