import { addDays, eachDate, utcDateOf } from '../../src/kernel/time/business-date.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import { markStale } from '../../src/ledger/store/ledger.ts';
import { plainArray } from '../../src/platform/database/array-literal.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { loadMeters } from './bare-load.ts';
import { ratioLine } from './lines.ts';
import { medianRun, secondsOf, shownFigure } from './measure.ts';
import { meterReadings, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';

const DAYS = 3;
const WARM_UP_ROUNDS = 3;
/** Days before now that upkeep leaves to later. Older days are processed with all levels of their rollups. */
const OLDER_DAYS = 10;

/** The usual question to the readings of a day: figures of every unit and hour. */
const AGGREGATE = `
SELECT unit_key, time_bucket(INTERVAL '1 hour', business_at) AS hour, count(*), sum(value), min(value), max(value),
       first(summed_value, created_on), last(summed_value, created_on)
FROM telemetry.reading
WHERE unit_key = ANY ($1::int[]) AND business_at >= $2::date AND business_at < $2::date + 1
GROUP BY 1, 2`;

/** One closed business day of an industry processed into documents: the first time, unchanged, and recomputed. */
export const batchDayRow: BenchRow = {
  name: 'batch',
  run: async ({ context, share, say }) => {
    const units = atShare(share, 1000);
    const industry = await provisionMeters(context, 'BENCH_DAY', units);
    const today = utcDateOf(context.clock.now());
    const [recent, older] = [addDays(today, -DAYS), addDays(today, -OLDER_DAYS)];
    say(`${shownFigure(units * SLOTS_PER_DAY)} readings a day, ${OLDER_DAYS} days`);
    await loadMeters(context, industry, () => meterReadings(industry, Date.parse(older), SLOTS_PER_DAY * OLDER_DAYS));
    // Ingest marks the days of what it stores.
    const marks = [...eachDate(older, addDays(today, -1))].flatMap((businessDate) =>
      [...industry.units.values()].map(({ unitKey }) => ({ businessDate, unitKey, cause: 'late reading' }) as const),
    );
    await markStale(context.database, industry.industryKey, marks, new Date(context.clock.now()));

    const keys = plainArray([...industry.units.values()].map((unit) => unit.unitKey));
    const aggregate = (date: BusinessDate) => secondsOf(() => context.database.execute(AGGREGATE, [keys, date]));
    const process = (date: BusinessDate, written: number, recompute = false) =>
      secondsOf(async () => {
        const result = await processDays(context, { ...wholeRun(industry, date, date), recompute });
        if (result.written?.daily !== written)
          throw new Error(`${written} daily documents should be written, not ${result.written?.daily}`);
      });
    // A first run warms statements, pages and the program for both sides, because those of a worker are warm.
    await process(older, units);
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await process(older, 0, true);
    const measure = async (from: BusinessDate) => {
      const [bare, first, again, anew]: [number[], number[], number[], number[]] = [[], [], [], []];
      for (let day = 0; day < DAYS; day += 1) {
        const date = addDays(from, day);
        await aggregate(date);
        bare.push(await aggregate(date));
        first.push(await process(date, units));
        bare.push(await aggregate(date));
        again.push(await process(date, 0));
        anew.push(await process(date, 0, true));
      }
      return { bare: medianRun(bare), first: medianRun(first), again: medianRun(again), anew: medianRun(anew) };
    };
    const old = await measure(addDays(older, 1));
    // The days between, because a day just ended follows days that were processed.
    for (const date of eachDate(addDays(older, DAYS + 1), addDays(recent, -1))) await process(date, units);
    const ended = await measure(recent);
    const line = (what: string, seconds: number, bare: number, target: { atMost: number } | null) =>
      ratioLine(
        {
          what,
          measured: `${shownFigure(seconds * 1000)} ms`,
          against: `bare aggregate ${shownFigure(bare * 1000)} ms`,
        },
        seconds / bare,
        target,
      );
    const isServer = context.config.databaseUrl !== null;
    return [
      line(
        `batch of the day just ended, ${shownFigure(units)} units, ${shownFigure(units * SLOTS_PER_DAY)} readings, first time`,
        ended.first,
        ended.bare,
        { atMost: isServer ? 3 : 3.5 },
      ),
      line('the same day again, nothing changed', ended.again, ended.bare, { atMost: isServer ? 1 : 1.5 }),
      line('the same day computed anew (--recompute), nothing changed', ended.anew, ended.bare, null),
      line('a day of the week before, with all levels of its rollups, first time', old.first, old.bare, {
        atMost: isServer ? 3 : 4,
      }),
    ];
  },
};
