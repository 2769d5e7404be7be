import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../../../scripts/support/import-file.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { ROWS_PER_TRANSACTION } from '../../../src/readings/sent-rows.ts';
import { unit, works } from '../../figures/processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
let industry: Industry;
let directory: string;

beforeAll(async () => {
  context = await testContext('2026-06-10T00:00:00Z');
  industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
  directory = await mkdtemp(join(tmpdir(), 'import-'));
});
afterAll(() => rm(directory, { recursive: true }));

const ROWS = ROWS_PER_TRANSACTION + 2000;
const csv = [
  'unitId,createdOn,value',
  ...Array.from(
    { length: ROWS },
    (_, row) => `M1,${new Date(Date.UTC(2026, 0, 1) + row * 60_000).toISOString()},${row % 97}`,
  ),
].join('\n');

async function importing(name: string, content: string | Buffer): Promise<unknown> {
  const path = join(directory, name);
  await writeFile(path, content);
  return importFile(context, noQueue, industry, path, () => {});
}

describe('a readings file that cannot be read to its end', () => {
  it('is named, with the reason and how many rows were taken in before', async () => {
    const gzip = gzipSync(csv);
    await expect(importing('cut.csv.gz', gzip.subarray(0, gzip.length - 20))).rejects.toThrow(
      new RegExp(
        `^.*cut\\.csv\\.gz: the gzip data is broken \\(unexpected end of file\\); the first ${ROWS_PER_TRANSACTION} rows were taken in before, importing again is safe$`,
      ),
    );
    await expect(importing('quote.csv', `${csv}\nM1,"2026-02-01T00:00:00Z,5\n`)).rejects.toThrow(
      new RegExp(
        `^.*quote\\.csv: The file cannot be read to its end: row \\d+, .* a quote that is never closed; the first ${ROWS_PER_TRANSACTION} rows were taken in before, importing again is safe$`,
      ),
    );
    await expect(
      importing('no-rows.csv.gz', Buffer.concat([gzip.subarray(0, 10), Buffer.from('this is no gzip')])),
    ).rejects.toThrow(/no-rows\.csv\.gz: the gzip data is broken \(.*\); no row was stored, importing again is safe$/);
  });

  it('leaves an audit row with its name, as every file does', async () => {
    await importing('audited.csv', 'unitId,createdOn,value\nM1,2026-01-01T00:00:00Z,0\n');
    expect(
      await context.database.execute(
        "SELECT actor_user_id AS by, verb FROM operations.audit WHERE industry_key = $1 AND after ->> 'file' = 'audited.csv'",
        [industry.industryKey],
      ),
    ).toEqual([{ by: 'command', verb: 'reading.send' }]);
  });

  it('is named when its header is wrong, when it is a directory and when it is not there', async () => {
    await expect(importing('header.csv', 'unitId,createdOn,valeu\n')).rejects.toMatchObject({
      message: expect.stringMatching(/header\.csv: The header of the readings file is wrong/),
      code: 1430,
    });
    await expect(importFile(context, noQueue, industry, directory, () => {})).rejects.toThrow(
      `${directory}: is not a file but a directory`,
    );
    await expect(importFile(context, noQueue, industry, join(directory, 'none.csv'), () => {})).rejects.toThrow(
      'none.csv: there is no such file',
    );
  });
});
