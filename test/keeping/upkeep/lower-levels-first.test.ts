import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { BACKLOG_QUEUE, enqueueRebuilds } from '../../../src/ledger/ask-for-rebuilds.ts';
import { processDocuments } from '../../../src/figures/processing/process.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { refreshDueRollups } from '../../../src/figures/rollups/refresh-due-rollups.ts';
import { refreshRollups } from '../../../src/figures/store/upkeep.ts';
import { archiveMonths, restoreFromArchive } from '../../../src/keeping/archive/archives.ts';
import { ACTOR, archivingTo, month, temporaryDirectory } from '../archive/months.ts';
import { at, dates, jobsByHand, requestOf, rollups, send, unit, works } from '../../figures/processing/works.ts';
import { type OwnContext, ownContext } from './own-database.ts';

let context: OwnContext;
beforeAll(async () => {
  context = await ownContext('2026-11-21T00:00:00Z');
  // Days that have ended for an industry become due together, once.
  await works(context, [unit('A', 'FLOW_CATEGORY')]);
  await refreshDueRollups(context);
});

/** A context that notes which refreshes it runs, from which day on, and the end of the latest of each level. */
function noting(): { noted: string[]; ends: Map<string, unknown>; context: OwnContext } {
  const noted: string[] = [];
  const ends = new Map<string, unknown>();
  const many: Database['many'] = (statement, values) => {
    const level = /^upkeep\.refresh_(hourly|daily|monthly|yearly)$/.exec(statement)?.[1];
    if (level !== undefined) {
      noted.push(`${level} ${String(values?.['from'])}`);
      ends.set(level, values?.['end']);
    }
    return context.database.many(statement, values);
  };
  return { noted, ends, context: { ...context, database: { ...context.database, many } } };
}

const levelsOf = (noted: readonly string[]): string[] => noted.map((text) => text.split(' ')[0] ?? '');

describe('a month of which one day is due', () => {
  it('is refreshed once, after the hours and days of all of it that no refresh has reached', async () => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    await send(
      context,
      industry,
      dates('2026-01-01', '2026-01-31').map((date) => ({ unitId: 'A', createdOn: at(industry, date, 5), value: 1 })),
    );
    const { noted, ends, context: watched } = noting();
    await processDocuments(context, [requestOf(industry, '2026-01-15', '2026-01-15')]);
    await refreshDueRollups(watched);
    const levels = levelsOf(noted);
    expect(levels.filter((level) => level === 'monthly')).toHaveLength(1);
    expect(levels.lastIndexOf('hourly')).toBeLessThan(levels.indexOf('daily'));
    expect(levels.lastIndexOf('daily')).toBeLessThan(levels.indexOf('monthly'));
    expect([ends.get('hourly'), ends.get('daily')]).toEqual(['2026-02-01', '2026-02-01']);
    // Nothing is left to do, and a correction costs no more than its own day.
    const again = async (): Promise<string[]> => {
      noted.length = 0;
      await processDocuments(context, [requestOf(industry, '2026-01-16', '2026-01-16')]);
      await refreshDueRollups(watched);
      return [...noted];
    };
    expect(await again()).toEqual([]);
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, '2026-01-16', 7), value: 1 }]);
    expect(await again()).toEqual(['daily 2026-01-16', 'monthly 2026-01-01']);
  });
});

describe('a backlog of two months', () => {
  it('has each month refreshed once, however many runs it takes, and its rollups are those of one run', async () => {
    const [healed, batched] = [
      await works(context, [unit('A', 'FLOW_CATEGORY')]),
      await works(context, [unit('A', 'FLOW_CATEGORY')]),
    ];
    const days = dates('2026-04-01', '2026-05-31');
    for (const industry of [healed, batched])
      await send(
        context,
        industry,
        days.map((date, day) => ({ unitId: 'A', createdOn: at(industry, date, 5), value: day })),
      );
    const { noted, context: watched } = noting();
    const jobs = jobsByHand(watched, { atOnce: 4, perRun: 9 });
    await enqueueRebuilds(jobs.queue, healed, days, context.clock.now());
    const done = await jobs.work();
    expect(done.filter((queue) => queue === BACKLOG_QUEUE).length).toBeGreaterThan(5);
    expect(noted.filter((text) => text.startsWith('monthly'))).toEqual(['monthly 2026-04-01']);
    const levels = levelsOf(noted);
    expect(levels.lastIndexOf('hourly')).toBeLessThan(levels.indexOf('daily'));
    expect(levels.lastIndexOf('daily')).toBeLessThan(levels.indexOf('monthly'));
    await processDocuments(context, [requestOf(batched, '2026-04-01', '2026-05-31')]);
    await refreshDueRollups(context);
    for (const level of ['hourly', 'daily', 'monthly', 'yearly'] as const)
      expect(await rollups(context, healed, level)).toBe(await rollups(context, batched, level));
  });
});

describe('a month that comes back from its archive', () => {
  it.each([
    ['2026-01', 'refreshes what is materialised there', true],
    ['2026-07', 'refreshes nothing beyond what is materialised, where rollups add up what has come', false],
  ])('%s: %s', async (key, _, isRefreshed) => {
    const industry = await works(context, [unit('A', 'FLOW_CATEGORY')]);
    await send(
      context,
      industry,
      dates(`${key}-01`, `${key}-03`).map((date, day) => ({
        unitId: 'A',
        createdOn: at(industry, date, 5),
        value: day,
      })),
    );
    const [first, last] = [businessDate(`${key}-01`), businessDate(`${key}-03`)];
    if (isRefreshed) await refreshRollups(context.database, first, last, businessDate('2026-11-01'));
    const all = async (): Promise<string[]> => [
      await rollups(context, industry, 'daily'),
      await rollups(context, industry, 'monthly'),
    ];
    const before = await all();
    expect(before.every((text) => text.includes('value_sum_micro'))).toBe(true);
    const directory = temporaryDirectory();
    const archived = month(key.split('-').reverse().join('/'));
    await archiveMonths(archivingTo(context, directory), ACTOR, industry, [archived], false);
    await context.database.execute('DELETE FROM telemetry.reading WHERE unit_key = ANY ($1)', [
      [...industry.units.values()].map(({ unitKey }) => unitKey),
    ]);
    const { noted, context: watched } = noting();
    expect(await restoreFromArchive(archivingTo(watched, directory), ACTOR, industry, archived, false)).toMatchObject({
      isRestored: true,
    });
    expect([noted.length > 0, await all()]).toEqual([isRefreshed, before]);
  });
});
