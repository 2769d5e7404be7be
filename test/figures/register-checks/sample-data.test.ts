import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DailyDocument } from '../../../src/kernel/document/types.ts';
import { processDays } from '../../../src/figures/processing/process.ts';
import { readDocuments } from '../../../src/figures/store/read-documents.ts';
import { registerEvents } from '../../../src/figures/store/register-events.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { importSample, provisionSample } from '../../support/sample-industry.ts';
import { requestDate } from './meters.ts';

/*
 * Two real meters whose registers drop to 0 and come back. scripts/sample-data/README.md works out from the files what
 * their non-zero registers gain, and what sum(value) misses because it passed during dropouts.
 */
let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

interface Meter {
  readonly unitId: string;
  readonly bundle: 'sample-industry' | 'second-industry';
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly factor: number;
  readonly hourOffsetMinutes: number;
}
const TOWN_MAIN: Meter = {
  unitId: 'CB_TOWN_MAIN',
  bundle: 'sample-industry',
  file: 'readings-CB_TOWN_MAIN.csv.gz',
  from: '31/10/2025',
  to: '15/03/2026',
  factor: 1,
  hourOffsetMinutes: 0,
};
// Its days begin at 18:00 in Kolkata: half past a UTC hour.
const KK_METER: Meter = {
  unitId: 'KK_METER',
  bundle: 'second-industry',
  file: 'second-readings-KK_METER.csv.gz',
  from: '31/03/2026',
  to: '31/05/2026',
  factor: 0.1,
  hourOffsetMinutes: 30,
};

async function processed(
  { unitId, bundle, from, to }: Meter,
  isChecked: boolean,
): Promise<{ days: DailyDocument[]; eventCount: number }> {
  const industry = await provisionSample(context, bundle, ({ units }) => {
    for (const unit of units) if (!isChecked) delete unit.meta['registerChecks'];
  });
  await importSample(context, industry, [unitId]);
  const span = { from: requestDate(from), to: requestDate(to) };
  await processDays(context, {
    industry,
    ...span,
    unitIds: new Set([unitId]),
    updateOnlyVirtual: false,
    daily: true,
    monthly: true,
    yearly: true,
    write: true,
  });
  const unitKey = industry.units.get(unitId)?.unitKey ?? -1;
  const stored = await readDocuments(context.database, {
    industryId: industry.industryId,
    units: new Map([[unitKey, unitId]]),
    period: 'DAILY',
    ...span,
  });
  const events = await registerEvents(context.database, [unitKey], 0, context.clock.now());
  return { days: stored.map(({ document }) => document), eventCount: events.length };
}

const sumOf = (days: readonly DailyDocument[], pick: (document: DailyDocument) => unknown): number =>
  days.reduce((sum, day) => sum + Number(pick(day) ?? 0), 0);

/** The rule of the specification, hour by hour, straight from the file. */
function literalTotal({ file, factor, hourOffsetMinutes }: Meter): number {
  const rows = gunzipSync(readFileSync(new URL(`../../../scripts/sample-data/${file}`, import.meta.url)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([, createdOn = '', value, register]) => ({
      epochMs: Date.parse(createdOn),
      value: Number(value),
      register: Number(register),
    }));
  const hours = Map.groupBy(rows, ({ epochMs }) => Math.floor((epochMs - hourOffsetMinutes * 60_000) / 3_600_000));
  return [...hours.values()].reduce((sum, hour) => {
    const [first, last] = [hour[0], hour.at(-1)];
    if (first === undefined || last === undefined) return sum;
    const total = last.register - (first.register - first.value);
    return sum + (total < 0 ? hour.reduce((values, { value }) => values + value, 0) : total) * factor;
  }, 0);
}

describe.each([
  {
    meter: TOWN_MAIN,
    gain: 40_329.4,
    sumOfValues: 40_278,
    dropouts: 10,
    literal: 101_844.9,
    literallyTooMuch: 61_515.5,
  },
  { meter: KK_METER, gain: 24_124.4, sumOfValues: 24_073, dropouts: 8, literal: 69_146.4, literallyTooMuch: 45_022 },
])('$meter.unitId', ({ meter, gain, sumOfValues, dropouts, literal, literallyTooMuch }) => {
  it('with its checks: the days add up to what the register gained, less what dropouts hide, which they report as offline quantity', async () => {
    const { days, eventCount } = await processed(meter, true);
    expect(eventCount).toBe(dropouts);
    const [total, hidden] = [sumOf(days, (day) => day.value), sumOf(days, (day) => day.meta.offlineValue)];
    expect(total + hidden).toBeCloseTo(gain, 5);
    // Inside an hour the registers on either side of a dropout bridge it; between hours nothing does.
    expect(total).toBeGreaterThanOrEqual(sumOfValues);
    expect(hidden).toBeGreaterThan(0);
    expect(hidden).toBeLessThanOrEqual(gain - sumOfValues);
  });

  it('without them: the literal rule gives the literal figure, which counts registers again after a dropout', async () => {
    const { days, eventCount } = await processed(meter, false);
    expect(eventCount).toBe(0);
    const total = sumOf(days, (day) => day.value);
    expect(total).toBeCloseTo(literalTotal(meter), 5);
    expect(total).toBeCloseTo(literal, 5);
    expect(total - gain).toBeCloseTo(literallyTooMuch, 5);
  });
});
