import { describe, expect, it } from 'vitest';
import { filesBelow, textOf, withoutComments } from './support/source-files.ts';

/** Words that name nothing in this service, in lower case. */
const SQL_KEYWORD =
  /(?<![.\w$@])(?:select|from|where|and|or|not|in|is|as|on|join|cross|lateral|union|all|distinct|case|when|then|else|end|null|exists|between|like|any|array|group|order|having|limit|offset|with|insert|into|values|update|delete|returning|create|alter|drop|table|view|index|function|procedure|grant|revoke|returns|language|immutable|stable|begin|declare|loop|return|execute|raise|partition|asc|desc|unique|check|default|constraint|references|using)(?![\w$])/g;

/** SQL with comments, literals, quoted names and commands of psql blanked, and every line where it was. */
const withoutTexts = (sql: string): string =>
  sql.replaceAll(/--.*|'(?:[^']|'')*'|"[^"]*"|^\\.*$/gm, (text) => text.replaceAll(/[^\n]/g, ' '));

describe('files people can read', () => {
  const lines = (path: string): number => textOf(path).split('\n').length;

  it('no source file is longer than 400 lines', () => {
    const all = [...filesBelow('src', '.ts'), ...filesBelow('scripts', '.ts'), ...filesBelow('sql/queries', '.sql')];
    expect(all.filter((path) => lines(path) > 400)).toEqual([]);
  });

  it('no function is longer than 95 lines', () => {
    const all = [...filesBelow('src', '.ts'), ...filesBelow('scripts', '.ts')].flatMap((path) =>
      functionsOf(textOf(path)).map(({ line, lines }) => ({ place: `${path}:${line}`, lines })),
    );
    expect(all.length).toBeGreaterThan(1000);
    expect(all.filter((one) => one.lines > 95).map(({ place }) => place)).toEqual([]);
  });

  it('no line is longer than 120 characters, but for a text or a pattern that stands in one piece', () => {
    const piece = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?:[^/\\\n]|\\.)+\/[a-z]*/g;
    const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line);
    const tooLong = [...filesBelow('src', '.ts'), ...filesBelow('scripts', '.ts')].flatMap((path) => {
      let inTemplate = false;
      return textOf(path)
        .split('\n')
        .flatMap((line, index) => {
          const wasInTemplate = inTemplate;
          if (line.split('`').length % 2 === 0) inTemplate = !inTemplate;
          const isPiece = !isComment(line) && (wasInTemplate || inTemplate || line.replaceAll(piece, '').length <= 100);
          return line.length <= 120 || isPiece ? [] : [`${path}:${index + 1}`];
        });
    });
    expect(tooLong).toEqual([]);
  });

  it('no line of SQL is longer than 120 characters, and its keywords are upper-case', () => {
    const paths = filesBelow('sql', '.sql').filter((path) => path !== 'sql/schema.snapshot.sql');
    expect(paths.length).toBeGreaterThan(100);
    const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;
    const wrong = paths.flatMap((path) => {
      const text = textOf(path);
      return [
        ...[...text.matchAll(/^.{121,}$/gm)].map(({ index }) => `${path}:${lineOf(text, index)} is long`),
        ...[...withoutTexts(text).matchAll(SQL_KEYWORD)].map(
          ({ index, 0: word }) => `${path}:${lineOf(text, index)} has ${word}`,
        ),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it('nothing is of type any, and no check is switched off', () => {
    expect(
      filesBelow('src', '.ts').filter((path) =>
        /:\s*any\b|\bas any\b|<any>|@ts-(ignore|nocheck|expect-error)/.test(withoutComments(textOf(path))),
      ),
    ).toEqual([]);
  });
});

describe('tests on a busy machine', () => {
  it('wait as long as they say: the second that a wait has by itself is short there', () => {
    const waits = filesBelow('test', '.ts')
      .filter((path) => path !== 'test/architecture.test.ts')
      .flatMap((path) => {
        const text = textOf(path);
        return [...text.matchAll(/\bvi\.wait(?:For|Until)\(/g)].map(({ index }) => ({
          place: `${path}:${text.slice(0, index).split('\n').length}`,
          call: callAt(text, index),
        }));
      });
    expect(waits.length).toBeGreaterThan(10);
    expect(waits.filter(({ call }) => !/\btimeout\b/.test(call)).map(({ place }) => place)).toEqual([]);
  });
});

/** The call that begins there, up to its closing parenthesis. */
function callAt(text: string, from: number): string {
  let depth = 0;
  for (let at = text.indexOf('(', from); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')' && (depth -= 1) === 0) return text.slice(from, at + 1);
  }
  return text.slice(from);
}

/** Functions whose body is a block, in a text that prettier has formatted: each ends at the indent of its beginning. */
function functionsOf(text: string): { line: number; lines: number }[] {
  const all = text.split('\n');
  const indentOf = (line: string): number => line.search(/\S/);
  return all.flatMap((line, at) => {
    if (!/(?:=>|\)(?:: .*)?) \{$/.test(line)) return [];
    const indent = indentOf(line);
    // The head of a function may take several lines, the last of which begins with a bracket.
    const from = /^\s*[)}]/.test(line) ? all.findLastIndex((one, index) => index < at && indentOf(one) === indent) : at;
    const to = all.findIndex((one, index) => index > at && indentOf(one) === indent && /^\s*\}/.test(one));
    return to === -1 ? [] : [{ line: from + 1, lines: to - from + 1 }];
  });
}
