import { describe, expect, it } from 'vitest';
import { filesBelow, textOf, withoutComments } from './support/source-files.ts';

/* One way to write a thing, wherever it is written. */

const everywhere = ['src', 'scripts', 'test'].flatMap((folder) => filesBelow(folder, '.ts'))
  .filter((path) => path !== 'test/dialect.test.ts')
  .map((path) => ({ path, code: withoutComments(textOf(path)) }));
const ofService = everywhere.filter(({ path }) => path.startsWith('src/'));

/** File and text of everything that a pattern finds. */
const places = (files: typeof everywhere, pattern: RegExp): string[] =>
  files.flatMap(({ path, code }) => [...code.matchAll(pattern)].map((found) => `${path}: ${found[0]}`));

describe('a statement', () => {
  it('of one row is asked by one or maybeOne, not for the first of many', () => {
    expect(places(ofService, /const \[\w+\] = await \w+\.rows\b|\.rows<[^;]*\)\)\[0\]/g)).toEqual([]);
  });
});

describe('a date of the database', () => {
  it('is a business date by its row type, not by a cast of each store', () => {
    const stores = ofService.filter(({ path }) => path.startsWith('src/store/') && path !== 'src/store/array-literal.ts');
    expect(places(stores, /\bas BusinessDate\b/g)).toEqual([]);
  });
});
