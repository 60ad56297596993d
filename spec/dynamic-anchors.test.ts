import { expect, test } from '@jest/globals';
import { faultsOf } from './written-files';
import { ZOO } from './zoo';

const NODE = '{ $dynamicAnchor: node, properties: { next: { $dynamicRef: "#node" } } }';

test('A $dynamicAnchor may stand once in a document, which has no other names for its schemas', () => {
  expect(faultsOf(`${ZOO}    Node: ${NODE}\n`)).toEqual([]);
  expect(faultsOf(`${ZOO}    Node: ${NODE}\n    Other: ${NODE}\n    More: { items: ${NODE} }\n`)).toEqual([
    'zoo.yaml:52  $dynamicAnchor "node" stands twice, so that a $dynamicRef to it could mean either. Name one otherwise.',
    'zoo.yaml:53  $dynamicAnchor "node" stands twice, so that a $dynamicRef to it could mean either. Name one otherwise.',
  ]);
});
