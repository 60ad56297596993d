import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readService } from './read-service';
import { operationOf, readText, writeFiles } from './written-files';
import { ZOO, zooWith } from './zoo';

describe('references', () => {
  test('are followed through files, each relative to its own, once each, and in circles', () => {
    const folder = writeFiles({
      'zoo.yaml': ZOO.replace(
        / {4}Animal:\n {6}type[\s\S]*/,
        '    Animal: { $ref: "schemas/my%20animal.yaml#/definitions/An%7E0imal" }\n',
      ),
    });
    const schemas = join(folder, 'schemas');
    writeFiles(
      {
        'my animal.yaml': `definitions:
  An~imal:
    type: object
    properties:
      tag: { $ref: "#/definitions/Tag" }
      born: { $ref: "../schemas/./more.yaml#/Born" }
      parent: { $ref: "#/definitions/An~0imal" }
      herd: { $ref: "../zoo.yaml#/components/schemas/Animal" }
  Tag: { type: string, maxLength: 4 }
`,
        'more.yaml': 'Born: { $ref: "born.json" }\n',
        'born.json': '{ "type": "string", "format": "date" }',
      },
      schemas,
    );
    const service = readService({ spec: join(folder, '.', 'zoo.yaml') });
    expect(service.files.map((file) => basename(file))).toEqual([
      'zoo.yaml',
      'my animal.yaml',
      'more.yaml',
      'born.json',
    ]);
    const fields = service.resources[0]?.fields;
    expect(fields?.get('tag')?.value).toEqual({ type: 'string', maxLength: 4 });
    expect(fields?.get('born')?.value).toEqual({ type: 'string', format: 'date' });
    expect(fields?.get('parent')?.pointer).toBe(fields?.get('herd')?.pointer);
    expect(service.placeOf(fields?.get('tag')?.pointer ?? '')).toBe(`${join(schemas, 'my animal.yaml')}:9`);
  });

  test('may name path items, whose operations may carry x-docent, in this file or another', () => {
    const item = ZOO.slice(
      ZOO.indexOf('  /animals/{tag}:\n') + '  /animals/{tag}:\n'.length,
      ZOO.indexOf('components:'),
    );
    const inside = ZOO.replace(item, '    $ref: "#/components/pathItems/Animal"\n').replace(
      'components:\n',
      `components:\n  pathItems:\n    Animal:\n${item.replaceAll(/^(?=.)/gm, '  ')}`,
    );
    expect(readText(inside).operations.map(({ id }) => id)).toEqual(['listAnimals', 'readAnimal', 'mergeAnimal']);
    const outside = ZOO.replace(item, '    $ref: "item.yaml"\n');
    const more = item.replaceAll(/^ {4}/gm, '').replaceAll('"#/', '"zoo.yaml#/');
    expect(readText(outside, [], { 'item.yaml': more }).operations.map(({ id }) => id)).toEqual([
      'listAnimals',
      'readAnimal',
      'mergeAnimal',
    ]);
  });

  test('are not needed for a path item among the components to carry x-docent', () => {
    const text = ZOO.replace(
      'components:\n',
      `components:
  pathItems:
    Spare: { get: { x-docent: { action: list, resource: spares }, responses: { "200": { description: X } } } }
`,
    );
    expect(readText(text).operations).toHaveLength(3);
  });

  test('may name parameters and bodies, and an operation overrides the parameters of its path', () => {
    const text = zooWith(
      'key: tag }\n      responses',
      'key: tag }\n      parameters: [{ $ref: "#/components/parameters/Tag" }, { name: tag, in: query, schema: {} }]\n      responses',
    )
      .replace(
        'requestBody:\n        content: { application/json: { schema: { $ref: "#/components/schemas/Animal" } } }',
        'requestBody: { $ref: "#/components/requestBodies/Animal" }',
      )
      .replace(
        'components:\n',
        `components:
  parameters:
    Tag: { name: tag, in: path, required: true, schema: { type: string, format: uuid } }
  requestBodies:
    Animal: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Animal" }, example: { tag: a } } } }
`,
      );
    const service = readText(text);
    const read = operationOf(service, 'GET /animals/{tag}');
    expect(read.parameters.map((parameter) => [parameter.in, parameter.name])).toEqual([
      ['path', 'tag'],
      ['query', 'tag'],
    ]);
    expect(read.meaning).toMatchObject({ key: { format: 'uuid' } });
    const merge = operationOf(service, 'PATCH');
    expect(merge.meaning).toMatchObject({ key: { format: undefined } });
    expect(merge.body).toMatchObject({
      required: true,
      content: [{ mediaType: 'application/json', example: { tag: 'a' } }],
    });
  });

  test('may have keywords beside them, which hold too', () => {
    const text = zooWith(
      'schema: { type: integer, default: 0 }',
      'schema: { $ref: "#/components/schemas/Page", default: 3 }',
    );
    const list = operationOf(readText(`${text}    Page: { type: integer, default: 1, maximum: 9 }\n`), 'GET /animals');
    expect(list.parameters[1]).toMatchObject({ types: ['integer'], default: 3, maximum: 9 });
    expect(list.meaning).toMatchObject({ page: { first: 3 } });
  });
});
