import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedEngine } from '../../../../src/platform/database/embedded/engine.ts';
import { splitStatements } from '../../../../src/platform/database/embedded/sql-statements.ts';
import { connectClient, engineTestMilliseconds, openSharedEngine } from './support.ts';
import { runs } from '../../../support/property-runs.ts';

/** What literals, comments and names are made of, with the characters at which readings of a text part. */
const inside = fc.string({
  unit: fc.constantFrom(
    'a',
    ' ',
    ';',
    '\\',
    '\n',
    '-',
    '--',
    '/*',
    '*/',
    '$',
    '$$',
    '$t$',
    '"',
    "''",
    "E'",
    '\t',
    '\u00a0',
    'ü',
  ),
  maxLength: 8,
});
const free = (text: string): string => text.replaceAll("'", "''");
const plain = inside.map((text) => `'${free(text)}'`);
/** Backslashes may stand before anything but the end. */
const escaped = inside.map((text) => `'${text.replaceAll("''", "\\'").replaceAll("E'", "E\\'").replace(/\\+$/, '')}'`);
const gap = fc.constantFrom(' ', '\n', ' \r\n ', " -- ;'\n", '\n--\n\t', "/* ; ' */", '/* /* ; */ */', '\f');
const continued = (prefix: string, part: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(part, gap), { minLength: 1, maxLength: 3 })
    .map((parts) => prefix + parts.map(([text, between]) => text + between).join(''));
const literal = fc.oneof(
  continued('', plain),
  continued('E', escaped),
  continued('e', fc.oneof(plain, escaped)),
  continued('U&', plain),
  continued('N', plain),
  fc.tuple(fc.constantFrom('$$', '$t$', '$ü$'), inside).map(([tag, text]) => `${tag}${text.replaceAll('$', '')}${tag}`),
  inside.map((text) => `1 AS "${text.replaceAll('"', '""')}x"`),
  inside.map((text) => `U&"${text.replaceAll('"', '""')}x"`),
  // A text in which nothing is well-formed by intention.
  fc.string({
    unit: fc.constantFrom("'", "E'", '\\', '\n', '--', '/*', '*/', ';', '$$', '$t$', 'a', ' ', '"', "U&'", '1'),
    maxLength: 14,
  }),
);
const statement = fc
  .tuple(fc.constantFrom('SELECT ', 'SELECT\n', 'SELECT/**/'), literal, gap)
  .map((parts) => parts.join(''));
const text = fc.array(statement, { minLength: 1, maxLength: 3 }).map((statements) => statements.join(';'));

describe('how many statements a text has', { timeout: engineTestMilliseconds }, () => {
  let engine: EmbeddedEngine;
  beforeAll(async () => {
    engine = await openSharedEngine();
  }, engineTestMilliseconds);

  it('is the same to the host and to the engine, over literals, comments, dollar quotes and continued escapes', async () => {
    const client = await connectClient(engine);
    await client.query('BEGIN READ ONLY');
    let probes = 0;
    const agreed = { one: 0, several: 0 };
    await fc.assert(
      fc.asyncProperty(text, async (sql) => {
        await client.query('SAVEPOINT probe');
        // With a name pg sends Parse, which takes one statement.
        const verdict = await client.query({ name: `probe ${++probes}`, text: sql }).then(
          () => 'one',
          (error: unknown) => (String(error).includes('cannot insert multiple commands') ? 'several' : 'neither'),
        );
        await client.query('ROLLBACK TO probe');
        if (verdict === 'neither') return;
        agreed[verdict === 'one' ? 'one' : 'several'] += 1;
        const counted = splitStatements(sql).length;
        expect([verdict === 'one' ? counted <= 1 : counted > 1, sql]).toEqual([true, sql]);
      }),
      { numRuns: runs(2000) },
    );
    // Otherwise the property would hold because nearly nothing can be parsed.
    expect(Math.min(agreed.one, agreed.several)).toBeGreaterThan(runs(150));
  });
});
