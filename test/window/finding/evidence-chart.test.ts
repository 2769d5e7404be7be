import { describe, expect, it } from 'vitest';
import type { FigureRow } from '../../../src/figures/rules/figures/figure-rows.ts';
import { HOUR_MS } from '../../../src/kernel/time/durations.ts';
import { businessDate, eachDate, parseRequestDate } from '../../../src/kernel/time/business-date.ts';
import { drawnDays, evidenceCharts, type FindingUnit } from '../../../src/window/finding/evidence-chart.ts';
import type { FindingRow } from '../../../src/window/finding/words.ts';
import { textsOf } from '../../../src/window/texts.ts';
import type { Visit } from '../../../src/window/page.ts';
import { finding } from './support/finding-row.ts';

const TODAY = businessDate('2026-03-01');

describe('the days drawn of a finding', () => {
  const days = (firstDay: string, lastDay: string, more: Partial<FindingRow> = {}) => {
    const { by, from, to } = drawnDays(finding({ firstDay, lastDay, ...more }), TODAY);
    return `${by} ${from} ${to}`;
  };

  it.each([
    [
      'of three days are hours, from the day before to the day after',
      '10/02/2026',
      '12/02/2026',
      'HOUR 2026-02-09 2026-02-13',
    ],
    [
      'of four days are days, with four weeks before and one after',
      '10/02/2026',
      '13/02/2026',
      'DAY 2026-01-13 2026-02-20',
    ],
    ['end today', '27/02/2026', '01/03/2026', 'HOUR 2026-02-26 2026-03-01'],
    ['of a long one are its newest', '01/01/2025', '28/02/2026', 'DAY 2025-08-30 2026-03-01'],
  ])('%s', (_, first, last, expected) => {
    expect(days(first, last)).toBe(expected);
  });

  it('are days where the kind tells of whole days', () => {
    expect(days('27/02/2026', '27/02/2026', { kind: 'unusual-use' })).toBe('DAY 2026-01-30 2026-03-01');
  });
});

describe('the charts of a finding', () => {
  const unit = (unitId: string, siUnit: string, kind: FindingUnit['kind'] = 'FLOW') =>
    ({ unitId, unitName: `Unit ${unitId}`, kind, siUnit, params: {}, lastDate: null }) as unknown as FindingUnit; // the fields that charts read
  const UNITS = [unit('A', 'KL'), unit('B', 'KL'), unit('PUMP', 'kWh', 'ENERGY')];
  const figures: Readonly<Record<string, number>> = { A: 10, B: 4, PUMP: 5 };
  const measuredOn = (unitId: string, date: string): number => (unitId === 'A' && date === '2026-02-15' ? 0.42 : 1);
  const visit = {
    texts: textsOf('en'),
    language: 'en',
    clock: { timezone: 'UTC', startAt: '00:00:00', today: TODAY },
    nowMs: Date.parse('2026-03-01T09:00:00Z'),
    lines: async (_: string, { unitIds, from, to, period }: Record<string, string>) =>
      [...eachDate(parseRequestDate(from ?? '') ?? TODAY, parseRequestDate(to ?? '') ?? TODAY)].flatMap((date) =>
        Array.from(
          { length: period === 'hourly' ? 24 : 1 },
          (__, hour) =>
            ({
              unitId: unitIds,
              date,
              start: new Date(Date.parse(date) + hour * HOUR_MS).toISOString(),
              parameter: null,
              value: figures[unitIds ?? ''] ?? null,
              coverage: measuredOn(unitIds ?? '', date),
              estimatedShare: 0,
              bound: null,
            }) as Partial<FigureRow>,
        ),
      ),
  } as unknown as Visit; // the parts that charts ask
  const drawn = async (row: FindingRow): Promise<string> =>
    (await Promise.all(await evidenceCharts(visit, row, UNITS))).join(' ').replaceAll(/\s+/g, ' ');
  const LONG = { firstDay: '10/02/2026', lastDay: '20/02/2026' };

  it('show energy for each unit of water, beside its band', async () => {
    const evidence = { waterUnitId: 'A', energyPerWater: 0.5, usual: 0.4, lower: 0.36, upper: 0.44 };
    const chart = await drawn(finding({ ...LONG, kind: 'energy-drift', unitId: 'PUMP', evidence }));
    expect(chart).toContain('kWh/KL');
    expect(chart).toContain('Always 0.50 kWh/KL.');
    // The water of 15 Feb was measured to 42 %, so that no quotient of that day is true.
    expect(chart).toMatch(/15 Feb 2026: –, 42.% measured/);
    expect(chart).toMatch(/16 Feb 2026: 0\.50 kWh\/KL/);
    for (const line of ['usual 0.4', 'usually at least 0.36', 'usually at most 0.44']) expect(chart).toContain(line);
  });

  it('by the hour lead from each hour to that hour of its own day', async () => {
    const day = { firstDay: '15/01/2026', lastDay: '15/01/2026' };
    const chart = await drawn(finding({ ...day, kind: 'burst', unitId: 'A', evidence: {} }));
    const hours = [...chart.matchAll(/unitId=A&amp;date=(\d\d)%2F01%2F2026&amp;hour=(\d+)/g)].map(
      ([, date, hour]) => `${date} ${hour}`,
    );
    const ofDay = (date: string) => Array.from({ length: 24 }, (_, hour) => `${date} ${hour}`);
    expect([...new Set(hours)]).toEqual([...ofDay('14'), ...ofDay('15'), ...ofDay('16')]);
  });

  it('are those of both units of a swapped pair, each with its name', async () => {
    const chart = await drawn(finding({ ...LONG, kind: 'swapped-meters', unitId: 'A', swappedWith: 'B' }));
    expect(chart).toMatch(/Unit A.*Always 10\.?0* KL.*Unit B.*Always 4\.?0* KL/);
  });

  it('are none of the industry as a whole', async () => {
    expect(await drawn(finding({ kind: 'balance', unitId: null }))).toBe('');
  });

  it('of unusual use have the bound that was passed, and not the other', async () => {
    const evidence = { verdict: 'less', used: 1000, usual: 9000, lower: 6000, upper: 12_000 };
    const chart = await drawn(finding({ ...LONG, kind: 'unusual-use', unitId: 'A', evidence }));
    expect(chart).toContain('usually at least 6');
    expect(chart).not.toContain('usually at most');
  });
});
