import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  changedDaysText,
  importMeterFile,
  isReadingsFile,
  understoodLines,
} from '../../../scripts/support/import-meter-file.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { readChoices } from '../../../src/readings/rules/meter-file/choices.ts';
import { unit, works } from '../../figures/processing/works.ts';
import { testContext, type TestContext } from '../../support/database.ts';

let context: TestContext;
let industry: Industry;
let directory: string;

beforeAll(async () => {
  context = await testContext('2026-06-10T00:00:00Z');
  industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
  directory = await mkdtemp(join(tmpdir(), 'meter-file-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function written(name: string, content: string | Buffer): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}
const importing = (path: string, isTried: boolean, said = {}) =>
  importMeterFile(context, noQueue, industry, path, { choices: readChoices(said), isTried });

it('a file is told as it is understood, tried, and then stored with the same verdict', async () => {
  const path = await written(
    'meter.csv.gz',
    gzipSync('Time;M1 register [m3]\n2026-03-01T06:05:00Z;1,5\n2026-03-01T06:10:00Z;x\n'),
  );
  expect(await isReadingsFile(path)).toBe(false);
  const tried = await importing(path, true);
  expect(understoodLines(tried.opened)).toEqual([
    'UTF-8, columns separated by semicolon, decimal comma, times with offset, head in row 1, 2 rows below it',
    "column 1 'Time': time",
    "column 2 'M1 register [m3]': figures: M1, m3, register",
    '1 readings, from 2026-03-01T06:05:00.000Z to 2026-03-01T06:05:00.000Z',
  ]);
  const verdict = { received: 2, inserted: 1, unchanged: 0, rejected: 1, errors: [{ index: 3, unitId: 'M1' }] };
  expect(tried.result).toMatchObject(verdict);
  expect(changedDaysText(tried.result!)).toBe('1 closed business days, 01/03/2026 to 01/03/2026');
  expect((await importing(path, false)).result).toMatchObject(verdict);
  expect((await importing(path, true)).result).toMatchObject({ inserted: 0, unchanged: 1 });
});

it('what a file leaves open is told when it is tried, and refused when it is to be stored', async () => {
  const path = await written('open.csv', 'Time,M1\n01/02/2026 06:05,1\n');
  const { opened, result } = await importing(path, true);
  expect(result).toBeNull();
  expect(understoodLines(opened).filter((line) => line.startsWith('asked'))).toEqual([
    'asked: dateOrder: every date can be read with the day first or the month first',
    'asked: column 2, measure: the file does not say what it is measured in',
    'asked: column 2, kind: is it the register of the meter, or what passed in each interval?',
  ]);
  await expect(importing(path, false)).rejects.toThrow(/^open\.csv: The file leaves open/);
  expect((await importing(path, false, { dateOrder: 'mdy', measure: 'L', kind: 'interval' })).result).toMatchObject({
    inserted: 1,
  });
});

it('a readings file is known by its header', async () => {
  expect(await isReadingsFile(await written('own.csv', '\uFEFFcreatedOn,"unitId",value\n'))).toBe(true);
  expect(await isReadingsFile(await written('semi.csv', 'createdOn;unitId;value\n'))).toBe(false);
});
