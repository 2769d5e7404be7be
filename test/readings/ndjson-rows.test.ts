import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SentRow } from '../../src/readings/sent-rows.ts';
import { ndjsonRows } from '../../src/readings/ndjson-rows.ts';
import { runs } from '../support/property-runs.ts';

const LIMIT = 64 * 1024;

/** Rows of a body that arrives in pieces of these sizes, the last one repeated. */
async function rowsOf(body: string | Buffer, sizes: readonly number[] = [LIMIT]): Promise<SentRow[]> {
  const bytes = Buffer.from(body);
  const pieces: Buffer[] = [];
  for (let from = 0, index = 0; from < bytes.length; index += 1) {
    const size = sizes[Math.min(index, sizes.length - 1)] ?? LIMIT;
    pieces.push(bytes.subarray(from, from + size));
    from += size;
  }
  const rows: SentRow[] = [];
  for await (const group of ndjsonRows(Readable.from(pieces))) rows.push(...group);
  return rows;
}

describe('ndjsonRows', () => {
  it('reads a row a line, the last one with or without a line break, CRLF or LF, blank lines passed over', async () => {
    expect(await rowsOf('{"a":1}\r\n\n  \r\n[2]\n"x"')).toEqual([{ row: { a: 1 } }, { row: [2] }, { row: 'x' }]);
    expect(await rowsOf('{"a":1}\n')).toEqual([{ row: { a: 1 } }]);
    expect(await rowsOf('')).toEqual([]);
  });

  it('passes over millions of blank lines in no time: a small compressed body may hold them', async () => {
    const started = process.cpuUsage();
    expect(await rowsOf(`${'\n'.repeat(2_000_000)}{"a":1}`)).toEqual([{ row: { a: 1 } }]);
    expect(await rowsOf(`${' \r\n'.repeat(200_000)}{"a":1}`)).toEqual([{ row: { a: 1 } }]);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2000);
  });

  it('passes over a byte order mark', async () => expect(await rowsOf('\uFEFF{"a":1}')).toEqual([{ row: { a: 1 } }]));

  it('a line that is not JSON keeps its text and spoils no other', async () => {
    expect(await rowsOf('{"a":1}\n{"a":\n{"a":2}')).toEqual([
      { row: { a: 1 } },
      expect.objectContaining({ text: '{"a":', code: 'not_a_reading' }),
      { row: { a: 2 } },
    ]);
  });

  it('a broken character becomes a replacement, not an error', async () => {
    expect(await rowsOf(Buffer.concat([Buffer.from('"'), Buffer.from([0xff, 0xfe]), Buffer.from('"\n1')]))).toEqual([
      { row: '\uFFFD\uFFFD' },
      { row: 1 },
    ]);
  });

  it('a line beyond the limit is refused with its beginning and holds no memory; the next line is read', async () => {
    const rows = await rowsOf(`"${'x'.repeat(10 * LIMIT)}"\n7`, [1000]);
    expect(rows).toEqual([expect.objectContaining({ code: 'line_too_long' }), { row: 7 }]);
    expect(rows[0] !== undefined && 'text' in rows[0] ? rows[0].text.length : 0).toBe(1024);
  });

  it('a line of exactly the limit is read', async () => {
    const line = `"${'x'.repeat(LIMIT - 2)}"`;
    expect(await rowsOf(`${line}\n1`)).toEqual([{ row: 'x'.repeat(LIMIT - 2) }, { row: 1 }]);
    expect(await rowsOf(`${line} \n1`)).toEqual([expect.objectContaining({ code: 'line_too_long' }), { row: 1 }]);
  });

  it('does not depend on where the pieces end, not even within a character', async () => {
    const line = fc.oneof(
      fc.json(),
      fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', '')),
      fc.constant(''),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        async (lines, sizes) => {
          const body = lines.join('\n');
          expect(await rowsOf(body, sizes)).toEqual(await rowsOf(body));
        },
      ),
    );
  });

  it('is what each line says on its own, however lines that are no JSON, or several values, stand beside each other', async () => {
    const fragment = fc.constantFrom(
      '{"a":1}',
      '{"a":1},{"b":2}',
      '{"a":"x',
      'y"}',
      '{y":1}',
      '{"a":{"b":1}',
      '"c":{}}',
      '{"x":[{"y":1}',
      '{"z":2}]}',
      '{}',
      '',
      ' {"a":1}',
      '{"a":1} \r',
      ',',
      '}',
      '{',
      '1,2',
      '{"a":1} {"b":2}',
      '{"__proto__":1}',
      '{"a":1,"a":2}',
    );
    /** One line, by the definition of the format. */
    const alone = (line: string): unknown[] => {
      if (line.trim() === '') return [];
      try {
        return [{ row: JSON.parse(line) as unknown }];
      } catch {
        return [expect.objectContaining({ text: line.trim(), code: 'not_a_reading' })];
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fragment, { maxLength: 8 }), async (lines) => {
        expect(await rowsOf(lines.join('\n'))).toEqual(lines.flatMap(alone));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('fails when the stream does, and takes a half line for no row', async () => {
    const broken = (async function* () {
      yield Buffer.from('{"a":1}\n{"a":2}');
      throw new Error('gone');
    })();
    const rows: SentRow[] = [];
    await expect(
      (async () => {
        for await (const group of ndjsonRows(broken)) rows.push(...group);
      })(),
    ).rejects.toThrow('gone');
    expect(rows).toEqual([{ row: { a: 1 } }]);
  });
});
