import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { type OwnContext, ownContext } from '../../keeping/upkeep/own-database.ts';
import {
  at,
  dates,
  exported,
  process as processDays,
  processedOf,
  type Row,
  send,
  staleOf,
  unit,
  virtual,
  works,
} from './works.ts';
import { childEnvironment } from '../../support/child-environment.ts';

/*
 * The batch command in processes of its own, on the same database as this one: killed in the middle, and several at
 * once.
 */

const BATCH = new URL('../../../scripts/batch.ts', import.meta.url).pathname;
const DAYS = dates('2026-01-20', '2026-03-20');
const METERS = Array.from({ length: 60 }, (_, index) => `M${String(index).padStart(2, '0')}`);
const UNITS = [
  ...METERS.map((unitId) => unit(unitId, 'FLOW_CATEGORY')),
  unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 1000 }),
  virtual('ALL', 'ADD_ALL - {TANK}'),
];

let context: OwnContext;
let expected: string;

const rowsOf = (industry: Industry): Row[] =>
  DAYS.flatMap((date, day): Row[] => [
    ...METERS.map((unitId, index): Row => ({
      unitId,
      createdOn: at(industry, date, 5 + (index % 10)),
      value: 1 + (index % 3),
      summedValue: 100 * index + day * (1 + (index % 3)),
    })),
    ...(day % 4 === 0 ? [{ unitId: 'TANK', createdOn: at(industry, date, 20), value: day }] : []),
  ]);
async function loadedWorks(): Promise<Industry> {
  const industry = await works(context, UNITS);
  await send(context, industry, rowsOf(industry));
  return industry;
}

beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  const undisturbed = await loadedWorks();
  await processDays(context, undisturbed, DAYS[0] ?? '', DAYS.at(-1) ?? '');
  expected = await exported(context, undisturbed);
});

interface Batch {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: string | null; output: string }>;
}
function batch(industry: Industry): Batch {
  const child = spawn(
    process.execPath,
    [BATCH, '--industry', industry.industryId, '--from', '20/01/2026', '--to', '20/03/2026'],
    { env: { ...childEnvironment(), ...context.environment } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    output,
  })); // what 'close' gives
  return { child, ended };
}
const countDocuments = async (industry: Industry): Promise<number> =>
  (
    await context.database.execute<{ count: number }>(
      'SELECT count(*) FROM telemetry.document WHERE industry_key = $1',
      [industry.industryKey],
    )
  )[0]?.count ?? 0;
const whole = METERS.length + 2;

describe('a batch whose process is killed in the middle', () => {
  it('leaves every day it has not settled marked, and when it is run again no document is missing, doubled or different', async () => {
    const industry = await loadedWorks();
    const marks = await staleOf(context, industry);
    expect(marks.length).toBe(DAYS.length);
    for (let kills = 1; kills <= 2; kills += 1) {
      const before = await countDocuments(industry);
      const { child, ended } = batch(industry);
      await vi.waitFor(
        async () => expect(await countDocuments(industry)).toBeGreaterThan(before === 0 ? 0 : before - 1),
        { timeout: 120_000, interval: 5 },
      );
      child.kill('SIGKILL');
      expect(await ended).toMatchObject({ signal: 'SIGKILL' });
      // The documents of the chunks that were committed are there, whole days of them; the marks are there too.
      expect((await countDocuments(industry)) % whole).toBe(0);
      expect(await countDocuments(industry)).toBeLessThan(DAYS.length * whole);
      expect(await staleOf(context, industry)).toEqual(marks);
      expect(await processedOf(context, industry)).toEqual([]);
    }
    expect(await batch(industry).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${DAYS.length} days processed`),
    });
    expect(await exported(context, industry)).toBe(expected);
    expect(await staleOf(context, industry)).toEqual([]);
    expect(await processedOf(context, industry)).toEqual(DAYS);
  });
});

describe('several processes that process the same days at once', () => {
  it('end with the documents of one, and with nothing stale', async () => {
    const industry = await loadedWorks();
    const ended = await Promise.all([
      batch(industry).ended,
      batch(industry).ended,
      processDays(context, industry, DAYS[0] ?? '', DAYS.at(-1) ?? ''),
    ]);
    expect(ended.slice(0, 2)).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(await exported(context, industry)).toBe(expected);
    expect(await staleOf(context, industry)).toEqual([]);
    expect(await processedOf(context, industry)).toEqual(DAYS);
  });

  it('while readings keep coming end with what a run after the last reading gives', async () => {
    const industry = await works(context, UNITS);
    const rows = rowsOf(industry);
    const pieces = Array.from({ length: 6 }, (_, index) => rows.filter((_row, position) => position % 6 === index));
    const sending = (async () => {
      for (const piece of pieces) await send(context, industry, piece);
    })();
    const ended = await Promise.all([
      batch(industry).ended,
      processDays(context, industry, DAYS[0] ?? '', DAYS.at(-1) ?? ''),
      sending,
    ]);
    expect(ended[0]).toMatchObject({ code: 0 });
    // Whatever came after its day was read is still marked, and nothing else needs another run.
    for (const mark of await staleOf(context, industry)) {
      const day = mark.slice(0, 10);
      await processDays(context, industry, day, day);
    }
    expect(await exported(context, industry)).toBe(expected);
    expect(await staleOf(context, industry)).toEqual([]);
  });
});
