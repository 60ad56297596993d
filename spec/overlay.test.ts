import { describe, expect, test } from '@jest/globals';
import { answerTo } from './answer-to';
import { faultsOf, readText } from './written-files';
import { ZOO, zooWith } from './zoo';

const overlay = (...actions: string[]) => `overlay: 1.0.0
info: { title: T, version: 1.0.0 }
actions:
${actions.map((action) => `  - ${action}\n`).join('')}`;
const LIMIT = '$.paths["/animals"].get.parameters[2]';

function sizes(...overlays: string[]) {
  const { meaning } = readText(ZOO, overlays).operations[0] ?? {};
  return meaning?.action === 'list' && [meaning.page?.defaultSize, meaning.page?.maximumSize];
}

describe('an overlay', () => {
  test('changes what it names and leaves the rest', () => {
    expect(sizes(overlay(`{ target: '${LIMIT}.schema', update: { maximum: 9 } }`))).toEqual([5, 9]);
  });

  test('has its actions, and the overlays theirs, applied in their order', () => {
    const [three, four] = ['{ maximum: 3, default: 3 }', '{ maximum: 4 }'].map(
      (update) => `{ target: '${LIMIT}.schema', update: ${update} }`,
    ) as [string, string]; // as many as updates
    expect(sizes(overlay(three, four))).toEqual([3, 4]);
    expect(sizes(overlay(four, three))).toEqual([3, 3]);
    expect(sizes(overlay(three), overlay(four))).toEqual([3, 4]);
  });

  test('changes every object that a target names', () => {
    const all = readText(ZOO, [overlay(`{ target: '$.paths.*[?@.operationId]', update: { summary: Tame } }`)]);
    expect(all.operations.map(({ summary }) => summary)).toEqual(['Tame', 'Tame', 'Tame']);
  });

  test('adds one item to an array that it names, and all items of an array in an object', () => {
    const parameter = (name: string) => `{ name: ${name}, in: query, schema: {} }`;
    const service = readText(ZOO, [
      overlay(
        `{ target: '$.paths["/animals"].get.parameters', update: ${parameter('a')} }`,
        `{ target: '$.paths["/animals"].get', update: { parameters: [${parameter('b')}, ${parameter('c')}] } }`,
      ),
    ]);
    expect(service.operations[0]?.parameters.map(({ name }) => name)).toEqual(['since', 'page', 'size', 'a', 'b', 'c']);
  });

  test.each([
    ['in order', '[0,2]'],
    ['in another order', '[2,0]'],
    ['twice', '[0,2,0]'],
  ])('removes the items that it names %s', (_, selection) => {
    const service = readText(
      zooWith('        from: { parameter: since, field: born }\n        page: { number: page, size: size }\n', ''),
      [overlay(`{ target: '$.paths["/animals"].get.parameters${selection}', remove: true }`)],
    );
    expect(service.operations[0]?.parameters.map(({ name }) => name)).toEqual(['page']);
  });

  test('changes one of two places that share a YAML alias', () => {
    const text = zooWith(
      '"200": { $ref: "#/components/responses/Animal" }\n        "404"',
      '"200": &ok { description: All. }\n        "404"',
    ).replace('"200": { $ref: "#/components/responses/Animal" }', '"200": *ok');
    const media = '{ application/json: { schema: { $ref: "#/components/schemas/Animal" } } }';
    const service = readText(text, [
      overlay(`{ target: '$.paths["/animals/{tag}"].get.responses["200"]', update: { content: ${media} } }`),
    ]);
    expect(service.operations.map(({ success }) => success.content.length)).toEqual([1, 1, 0]);
  });

  test('sets a member whatever its name', () => {
    const { openapi } = readText(ZOO, [
      overlay(`{ target: '$.components.schemas.Animal.properties', update: { __proto__: { type: string } } }`),
    ]);
    expect(JSON.stringify(openapi)).toContain('"__proto__":{"type":"string"}');
  });

  test('gives a plain document its whole meaning, and a fault in that points into the overlay', () => {
    const plain = ZOO.replaceAll(/ {6}x-docent:\n( {8}.*\n)*/g, '').replaceAll(/ *x-docent: .*tag }\n/g, '');
    expect(faultsOf(plain)).toHaveLength(3);
    const meanings = (order: string) => `overlay: 1.0.0
actions:
  - target: $.paths["/animals"].get
    update:
      x-docent:
        action: list
        resource: animals
        order: { by: ${order} }
  - target: $.paths["/animals/{tag}"].get
    update: { x-docent: { action: read, resource: animals, key: tag } }
  - target: $.paths["/animals/{tag}"].patch
    update: { x-docent: { action: merge, resource: animals, key: tag } }
`;
    expect(readText(plain, [meanings('born')]).operations.map(({ meaning }) => meaning.action)).toEqual([
      'list',
      'read',
      'merge',
    ]);
    expect(faultsOf(plain, [meanings('birth')])).toEqual([
      'overlay-1.yaml:8  There is no field "birth". The entries have tag, born.',
    ]);
  });

  test('keeps the places of what stands after an item that it removed or added', () => {
    const removed = overlay(`{ target: '$.paths["/animals"].get.parameters[0]', remove: true }`);
    expect(faultsOf(zooWith('name: size, in: query', 'name: size'), [removed])).toEqual([
      'zoo.yaml:17  "in" is missing in item 2 of parameters.',
    ]);
    const added = overlay(
      `{ target: '$.paths["/animals"].get', update: { tags: [a] } }`,
      `{ target: '$.paths["/animals"].get.tags', update: 5 }`,
    );
    expect(faultsOf(ZOO, [added])).toEqual(['overlay-1.yaml:5  item 2 of tags must be a string, but it is 5.']);
  });

  test('replaces an assumed answer by a learned one', () => {
    const learned = overlay(
      `{ target: '$.paths["/animals/{tag}"].get.responses["404"]', remove: true }`,
      `{ target: '$.paths["/animals/{tag}"].get.responses', update: { "410": { description: Gone., x-docent: { when: [unknown-resource], source: learned } } } }`,
    );
    const [before, after] = [readText(ZOO), readText(ZOO, [learned])].map((service) =>
      answerTo(service, service.operations[1], 'unknown-resource'),
    );
    expect(before).toMatchObject({ status: 404, source: 'assumed' });
    expect(after).toMatchObject({ status: 410, source: 'learned' });
  });

  test('is among the files of the service', () => {
    expect(
      readText(ZOO, [overlay(`{ target: $.info, update: {} }`)]).files.map((file) => file.split('/').at(-1)),
    ).toEqual(['zoo.yaml', 'overlay-1.yaml']);
  });
});

describe('a fault of an overlay has its place', () => {
  const both = 'What the target $.info.title names and the update are not both objects, so they cannot be merged.';
  test.each([
    ['no overlay', 'openapi: 3.1.0', '1  It is no OpenAPI Overlay. It has to begin with "overlay: 1.0.0".'],
    ['an empty file', '', '1  It is no OpenAPI Overlay. It has to begin with "overlay: 1.0.0".'],
    ['no actions', 'overlay: 1.0.0', '1  An overlay needs "actions", a list.'],
    ['no target', overlay('{ update: {} }'), '4  An action needs "target", a JSONPath such as $.paths["/events"].get.'],
    [
      'a misspelt update',
      overlay('{ target: $.info, udpate: {} }'),
      '4  An action needs "update" or "remove: true", but it has udpate.',
    ],
    [
      'a target that matches nothing',
      overlay('{ target: $.infos, update: {} }'),
      '4  The target $.infos matches nothing in the document.',
    ],
    ['a target that is a text', overlay('{ target: $.info.title, update: {} }'), `4  ${both}`],
    [
      'the whole document removed',
      overlay('{ target: $, remove: true }'),
      '4  The target $ would remove the whole document.',
    ],
  ])('%s', (_, text, fault) => {
    expect(faultsOf(ZOO, [text])).toEqual([`overlay-1.yaml:${fault}`]);
  });

  test('a target that is no JSONPath, and every other fault with it', () => {
    const faults = faultsOf(ZOO, [overlay('{ target: "$.[", update: {} }', '{ target: $.infos, update: {} }', '{}')]);
    expect(faults).toEqual([
      expect.stringMatching(/^overlay-1.yaml:4 {2}The target \$\.\[ is no JSONPath \(RFC 9535\): /),
      'overlay-1.yaml:5  The target $.infos matches nothing in the document.',
      'overlay-1.yaml:6  An action needs "target", a JSONPath such as $.paths["/events"].get.',
    ]);
  });
});
