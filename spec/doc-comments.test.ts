import { describe, expect, test } from '@jest/globals';
import {
  canHaveModifiers,
  createSourceFile,
  forEachChild,
  getJSDocCommentsAndTags,
  getModifiers,
  getTextOfJSDocComment,
  isIdentifier,
  isJSDoc,
  isVariableStatement,
  type Node,
  ScriptTarget,
  type Statement,
  SyntaxKind,
} from 'typescript';
import { type Source, sourcesIn } from './sources';

/** The folders whose exports all say what holds of them. */
const FOLDERS = ['spec', 'mock', 'contract-tests', 'bin', 'bench'];

/** Words that say nothing of what a name does not. */
const FILLERS = /^(a|an|and|as|at|by|for|from|in|is|it|its|of|on|or|that|the|this|to|what|with)$/;

interface Declaration {
  name: string;
  line: number;
  /** What its comment says beside its tags; empty where it says nothing. */
  says: string;
}

/** What a source itself declares and exports, an overloaded function once. */
function exportsOf({ file, text }: Source): Declaration[] {
  const source = createSourceFile(file, text, ScriptTarget.Latest, true);
  const declared = source.statements.filter(isExported).flatMap((statement) =>
    namesOf(statement).map((name) => {
      const line = source.getLineAndCharacterOfPosition(statement.getStart()).line + 1;
      return { name, line, says: descriptionOf(statement) };
    }),
  );
  return declared.filter(({ name, line }) => declared.find((other) => other.name === name)?.line === line);
}

function isExported(statement: Statement): boolean {
  const modifiers = canHaveModifiers(statement) ? (getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === SyntaxKind.ExportKeyword);
}

function namesOf(statement: Statement): string[] {
  if (isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText());
  const name = forEachChild<Node>(statement, (child) => (isIdentifier(child) ? child : undefined));
  return [name?.getText() ?? 'default'];
}

function descriptionOf(statement: Statement): string {
  const nearest = getJSDocCommentsAndTags(statement).filter(isJSDoc).at(-1);
  return (getTextOfJSDocComment(nearest?.comment) ?? '').replaceAll(/\s+/g, ' ').trim();
}

function commentFaults(source: Source): string[] {
  return exportsOf(source).flatMap(({ name, line, says }) => {
    const place = `${source.file}:${line} ${name}`;
    if (says === '') return [`${place} has no doc comment that says why it is there, or what holds of it`];
    if (!/^[A-Z`][\s\S]*[.:]$/.test(says)) return [`${place} has a doc comment that is no sentence: ${says}`];
    return restates(name, says) ? [`${place} has a doc comment that only says its name again: ${says}`] : [];
  });
}

function restates(name: string, says: string): boolean {
  const known = wordsOf(name);
  return wordsOf(says).every((word) => known.includes(word));
}

/** The words of a text or a name in the singular: "Reads the faults." says no more than `readFaults`. */
function wordsOf(text: string): string[] {
  const words = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  const telling = (words.match(/[a-z]+/g) ?? []).filter((word) => !FILLERS.test(word));
  return telling.map((word) => word.replace(/s$/, ''));
}

test.each(FOLDERS)('every export of %s/ has a doc comment', (folder) => {
  const production = sourcesIn(folder).filter(({ file }) => !/\.(test|d)\.ts$/.test(file));
  expect(production.flatMap(exportsOf)).not.toEqual([]);
  expect(production.flatMap(commentFaults)).toEqual([]);
});

describe('a breach would be seen:', () => {
  test.each([
    ['a function without a comment', 'export async function read(): void {}', 'a.ts:1 read has no doc comment'],
    ['a constant without one', "import b from './b';\n\nexport const TABLE = {};", 'a.ts:3 TABLE has no doc comment'],
    [
      'a type below the comment of another',
      '/** Lasts a day. */\nexport type A = 1;\nexport type B = 2;',
      'a.ts:3 B has no doc',
    ],
    [
      'a class with a comment of another kind',
      '// It reads.\nexport class Reader {}',
      'a.ts:2 Reader has no doc comment',
    ],
    ['tags alone', '/** @throws {Error} */\nexport interface A {}', 'a.ts:2 A has no doc comment that says'],
    ['no sentence', '/** reads */\nexport function a() {}', 'a.ts:2 a has a doc comment that is no sentence: reads'],
    [
      'the name again',
      '/** Reads the faults. */\nexport function readFaults() {}',
      'a.ts:2 readFaults has a doc comment that',
    ],
    ['the default', '\nexport default function () {}', 'a.ts:2 default has no doc comment'],
  ])('%s', (_name, text, fault) => {
    expect(commentFaults({ file: 'a.ts', text })).toEqual([expect.stringContaining(fault)]);
  });

  test.each([
    ['what is not exported', 'function read() {}\nexport { read } from "./b";'],
    ['one line', '/** Lasts a day. */\nexport const A = 1;'],
    ['several with tags', '/**\n * Lasts a day,\n * or two.\n * @returns it\n */\nexport const a = () => 1;'],
    ['overloads', '/** Lasts a day. */\nexport function a(): void;\nexport function a(b?: number): void {}'],
  ])('but none in %s', (_name, text) => {
    expect(commentFaults({ file: 'a.ts', text })).toEqual([]);
  });
});
