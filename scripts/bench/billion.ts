import type { Context } from '../../src/context.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import type { BusinessDate } from '../../src/kernel/time/types.ts';
import { addDays } from '../../src/kernel/time/business-date.ts';
import { plainArray } from '../../src/platform/database/array-literal.ts';
import { compressOldChunks } from '../../src/readings/chunks.ts';
import { openEverydaySite, yearsLines } from './everyday-requests.ts';
import { type Line, ratioLine, valueLine } from './lines.ts';
import { secondsOf, shownFigure } from './measure.ts';
import { LITRES_OF_SLOTS, SLOTS_BETWEEN_UNITS } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';
import { readingsSize } from './storage.ts';

/** Twelve to a year, each of whole chunks. */
const PERIODS = 120;
const DAYS_OF_PERIOD = 30;

interface Filled {
  readonly readings: number;
  readonly insertSeconds: number;
  readonly compressSeconds: number;
}

/** Ten years of readings before a day, made by the database and compressed month after month. */
async function fillTenYears(
  context: Context,
  industry: Industry,
  before: BusinessDate,
  say: (text: string) => void,
): Promise<Filled> {
  const unitKeys = plainArray([...industry.units.values()].map(({ unitKey }) => unitKey));
  const filled = { readings: 0, insertSeconds: 0, compressSeconds: 0 };
  for (let period = PERIODS; period > 0; period -= 1) {
    filled.insertSeconds += await secondsOf(async () => {
      const { readings } = await context.database.one<{ readings: number }>('bench.fill', {
        unitKeys,
        from: addDays(before, -period * DAYS_OF_PERIOD),
        to: addDays(before, (1 - period) * DAYS_OF_PERIOD),
        litres: plainArray(LITRES_OF_SLOTS),
        shift: SLOTS_BETWEEN_UNITS,
      });
      filled.readings += readings;
    });
    filled.compressSeconds += await secondsOf(() => compressOldChunks(context));
    if ((period - 1) % 12 === 0)
      say(
        `${shownFigure(filled.readings)} readings: ${filled.insertSeconds.toFixed(0)} s to insert, ${filled.compressSeconds.toFixed(0)} s to compress`,
      );
  }
  return filled;
}

/**
 * A billion readings at the full size: 1,000 units that have sent every five minutes for ten years. Tells what they
 * take on disk, and what people and devices ask every day with them and without, as the row `years`.
 */
export const billionRow: BenchRow = {
  name: 'billion',
  shareByDefault: 0.004,
  run: async (bench) => {
    const { context, share, say } = bench;
    const units = atShare(share, 1000, 4);
    const { industry, from, measure } = await openEverydaySite(bench, 'BENCH_BILLION', units);
    const before = await measure();
    const { readings, insertSeconds, compressSeconds } = await fillTenYears(context, industry, from, say);
    await context.database.execute('ANALYZE telemetry.reading');
    const size = await readingsSize(context.database);
    const what = `${units} units, ${shownFigure(readings)} readings of ten years`;
    return [
      valueLine(
        { what: `${what}, on disk`, measured: `${size.toFixed(1)} bytes/reading`, against: '' },
        size,
        { atMost: 4 },
        'bytes',
      ),
      ratioLine(
        {
          what: `${what}, inserted by the database and compressed`,
          measured: `${shownFigure(readings / insertSeconds)} readings/s inserted`,
          against: `${shownFigure(readings / compressSeconds)} readings/s compressed`,
        },
        compressSeconds / insertSeconds,
        null,
      ),
      ...yearsLines(what, { before, after: await measure() }),
    ] satisfies Line[];
  },
};
