import { describe, expect, it } from 'vitest';
import { filesBelow, textOf, withoutComments } from './support/source-files.ts';
import { ENGLISH } from '../src/kernel/texts/en/index.ts';

/* One way to write a thing, wherever it is written. */

const everywhere = ['src', 'scripts', 'test']
  .flatMap((folder) => filesBelow(folder, '.ts'))
  .filter((path) => path !== 'test/dialect.test.ts')
  .map((path) => ({ path, code: withoutComments(textOf(path)) }));
const ofService = everywhere.filter(({ path }) => path.startsWith('src/'));

/** File and text of everything that a pattern finds. */
const places = (files: typeof everywhere, pattern: RegExp): string[] =>
  files.flatMap(({ path, code }) => [...code.matchAll(pattern)].map((found) => `${path}: ${found[0]}`));

describe('a statement', () => {
  it('of one row is asked by one or maybeOne, not for the first of many', () => {
    expect(places(ofService, /const \[\w+\] = await \w+\.many\b|\.many<[^;]*\)\)\[0\]/g)).toEqual([]);
  });
});

describe('a statement that writes readings', () => {
  it('gives their unit another stamp, because processes keep hours in memory by it', () => {
    const unstamped = filesBelow('sql/queries', '.sql').flatMap((path) =>
      textOf(path)
        .split('-- name: ')
        .filter((text) => /\b(INSERT INTO|UPDATE|DELETE FROM)\s+telemetry\.reading\b/.test(text))
        .filter((text) => !text.includes('SET stamp = random()'))
        .map((text) => `${path}: ${text.split('\n', 1)[0]}`),
    );
    expect(unstamped.sort()).toEqual([
      // Nobody reads the database of the bench meanwhile.
      'sql/queries/keeping/bench.sql: bare_upsert',
      'sql/queries/keeping/bench.sql: fill',
      // The transaction that stores them runs update_states, which stamps.
      'sql/queries/readings/readings.sql: insert',
      'sql/queries/readings/readings.sql: store',
    ]);
  });
});

describe('a date of the database', () => {
  it('is a business date by its row type, not by a cast of each store', () => {
    const stores = ofService.filter(
      ({ path }) => path.includes('/store/') && path !== 'src/platform/database/array-literal.ts',
    );
    expect(places(stores, /\bas BusinessDate\b/g)).toEqual([]);
  });
});

describe('a text of the pages', () => {
  it('has a key that other code names', () => {
    const words = new Set(ofService.flatMap(({ code }) => code.match(/\w+/g) ?? []));
    const all = ofService.map(({ code }) => code).join('\n');
    // A text may be found by its English words, as the title of a group of units is. Keys of several words are joined.
    // What the service says is found by its wording.
    const { serviceWords: _, ...named } = ENGLISH;
    const keys = Object.values(named).flatMap((section) =>
      Object.entries(section).filter(([key]) => /^\w+$/.test(key)),
    );
    expect(keys.length).toBeGreaterThan(500);
    const unnamed = keys.filter(([key, text]: [string, string]) => !words.has(key) && !all.includes(`'${text}'`));
    expect(unnamed.map(([key]) => key)).toEqual([]);
  });
});

describe('an import', () => {
  it('is one statement per file, with `type` inside it where only some names are types', () => {
    const twice = everywhere.flatMap(({ path, code }) => {
      const specifiers = [...code.matchAll(/^import [^;]*? from '([^']+)';/gm)].map((found) => found[1] ?? '');
      return specifiers
        .filter((specifier, index) => specifiers.indexOf(specifier) < index)
        .map((specifier) => `${path}: ${specifier}`);
    });
    expect(twice).toEqual([]);
  });

  it('of types alone is `import type`, because Node would load the file for `import { type A }`', () => {
    expect(places(everywhere, /^import \{(?:\s*type \w+(?: as \w+)?,?)+\s*\} from/gm)).toEqual([]);
  });
});

describe("a member that is nobody else's", () => {
  it('is #private, which holds at run time too', () => {
    expect(places(everywhere, /^\s*(?:private|protected|public) (?!constructor\b).*/gm)).toEqual([]);
  });
});

describe('a constant that is written in the code', () => {
  it('has a SCREAMING name: numbers, texts, patterns and sets of them', () => {
    const value = /-?\d[\d_.]*(?: [*+-] \d[\d_.]*)*|'[^'\n]*'|\/(?![*/]).*\/[a-z]*|new Set\(\[[^()\n]*\]\)/;
    const written = new RegExp(`^(?:export )?const [a-z]\\w*(?:: [^=\\n]+)? = (?:${value.source});$`, 'gm');
    expect(
      places(
        everywhere.filter(({ path }) => !path.startsWith('test/')),
        written,
      ),
    ).toEqual([]);
  });
});
