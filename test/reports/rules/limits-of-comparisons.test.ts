import { describe, expect, it } from 'vitest';
import type { Provenance } from '../../../src/kernel/document/types.ts';
import type { UnitSpan } from '../../../src/figures/rules/figures/unit-span.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/time/durations.ts';
import { SAME_REQUEST_MILLISECONDS } from '../../../src/reports/rules/automated-mails.ts';
import { BUILDERS } from '../../../src/reports/rules/builders.ts';
import { bucketPlaces } from '../../../src/reports/rules/buckets.ts';
import { tellingShare } from '../../../src/reports/rules/cells.ts';
import { comparedTotal } from '../../../src/reports/rules/compared.ts';
import { beyondSide } from '../../../src/reports/rules/custom-cells.ts';
import type { ReportInput, SpanSet } from '../../../src/reports/rules/input.ts';
import { isComparable } from '../../../src/reports/rules/meters.ts';
import { restatedFigures } from '../../../src/reports/rules/printed-figures.ts';
import { progressOf } from '../../../src/reports/rules/progress.ts';
import { restatementDue, TOLD_ALONG_PERCENT, watchedSince } from '../../../src/reports/rules/restatement.ts';
import { balanceMessage } from '../../../src/reports/rules/sections/balance.ts';
import { balanceAttention, outflowWords, putIn } from '../../../src/reports/rules/sections/balance-words.ts';
import { provenance, span, unit } from '../../figures/rules/device-data/support.ts';
import { holdLimits } from '../../support/limits.ts';
import { reportInput, type Works } from './support/works.ts';
import { reportTexts } from '../../../src/reports/rules/report-texts.ts';

const t = reportTexts('en');

const measured = (slotsGenuine: number): Partial<Provenance> => ({
  slotsExpected: 1000,
  slotsGenuine,
  coverageRatio: slotsGenuine / 1000,
});
/** Spans of which so many of a thousand slots were measured. */
const measuredSet = (set: SpanSet | null, genuine: number): SpanSet | null =>
  set === null
    ? null
    : {
        ...set,
        spans: new Map(
          [...set.spans].map(([unitId, one]): [string, UnitSpan] => {
            const { figures } = one;
            const told = { ...figures?.provenance, ...measured(genuine) };
            return [
              unitId,
              {
                ...one,
                figures: figures === null ? null : { ...figures, provenance: { ...figures.provenance, ...told } },
              },
            ];
          }),
        ),
      };
const JUNE: Works = {
  request: { service: 'executive', reportType: 'custom', endDate: businessDate('2026-06-01') },
  now: '2026-07-02T08:00:00Z',
  units: { IN: { days: [100_000], before: [100_000] }, OUT: { days: [50_000], before: [50_000] } },
  categories: { ID_SOURCE: { A: ['IN'] }, ID_CONSUMPTION: { B: ['OUT'] } },
};

describe('a comparison', () => {
  const total = (period: number, previous: number) => {
    const input = reportInput(JUNE);
    const given = {
      ...input,
      period: measuredSet(input.period, period),
      previous: measuredSet(input.previous, previous),
    };
    return comparedTotal(given, input.industry.categories.categoriesV2.get('ID_SOURCE') ?? null)?.previous?.parts ?? 0;
  };
  const meter = (genuine: number) =>
    isComparable(span(unit('M'), 1, [], { provenance: provenance(measured(genuine)) }));
  /** The message of the picture, in a month of which all is accounted for. */
  const message = (figure: number) => {
    const meters = { days: [figure], before: [100_000] };
    const { sections } = BUILDERS.executive.build(reportInput({ ...JUNE, units: { IN: meters, OUT: meters } }));
    return sections.find(({ id }) => id === 'flows')?.title.includes('is as in');
  };
  holdLimits([
    ['is of what was measured by nine tenths', (genuine) => total(genuine, 1000), [899, 0], [900, 1], [901, 1]],
    ['is with what was measured by nine tenths', (genuine) => total(1000, genuine), [899, 0], [900, 1], [901, 1]],
    ['of a meter is of what was measured by nine tenths', meter, [899, false], [900, true], [901, true]],
    ['is a share up to ten times', (now) => tellingShare(now, 1), [10.999, 9.999], [11, 10], [11.001, null]],
    ['is news from 2 % more on', message, [101_999, true], [102_000, false], [102_001, false]],
    ['is news from 2 % less on', message, [97_999, false], [98_000, false], [98_001, true]],
  ]);

  const threshold = { unitId: null, parameter: null, above: 10, below: 5, severity: 'high' } as const;
  holdLimits([
    ['with a limit above', (value) => beyondSide(value, threshold), [9.999, null], [10, null], [10.001, 'above']],
    ['with a limit below', (value) => beyondSide(value, threshold), [4.999, 'below'], [5, null], [5.001, null]],
  ]);
});

describe('a loss', () => {
  const balanceWith = (percent: number | null, losses = 1, status: 'surplus' | 'unknown' = 'surplus') => {
    const { balance } = reportInput(JUNE);
    if (balance === null) throw new Error('A month has a balance.');
    const { iwa, figures } = balance;
    return {
      ...balance,
      iwa: { ...iwa, waterLosses: { ...iwa.waterLosses, value: losses }, waterLossesPercent: percent },
      figures: { ...figures, unaccounted: { ...figures.unaccounted, value: 10, status } },
    };
  };
  const severity = (percent: number) => balanceAttention({ findings: [] }, balanceWith(percent))[0]?.severity;
  const cameMore = (losses: number) => balanceMessage(t, balanceWith(null, losses, 'unknown')).includes('than came in');
  const change = (words: typeof putIn) => (stored: number) => {
    const { figures } = balanceWith(null);
    return words(t, { ...figures, stockChange: { ...figures.stockChange, value: stored } });
  };
  const came = (inflow: number) => {
    const { figures } = balanceWith(null);
    const stockChange = { ...figures.stockChange, value: -1 };
    return putIn(t, { ...figures, inflow: { ...figures.inflow, value: inflow }, stockChange });
  };
  const went = (outflow: number) => {
    const { figures } = balanceWith(null);
    const stockChange = { ...figures.stockChange, value: 1 };
    return outflowWords(t, { ...figures, outflow: { ...figures.outflow, value: outflow }, stockChange });
  };
  holdLimits([
    ['is of medium severity from a tenth on', severity, [9.99, 'low'], [10, 'medium'], [10.01, 'medium']],
    ['is of high severity from a fifth on', severity, [19.99, 'medium'], [20, 'high'], [20.01, 'high']],
    ['of unknown certainty has a side', cameMore, [-1, true], [0, false], [1, false]],
    [
      'is of tanks that gave',
      change(putIn),
      [-1, 'came in or was taken from the tanks'],
      [0, 'came in'],
      [1, 'came in'],
    ],
    [
      'is of tanks that took',
      change(outflowWords),
      [-1, 'went out'],
      [0, 'went out'],
      [1, 'went out or into the tanks'],
    ],
    [
      'is of tanks alone where nothing came',
      came,
      [-1, 'was taken from the tanks'],
      [0, 'was taken from the tanks'],
      [1, 'came in or was taken from the tanks'],
    ],
    [
      'is of tanks alone where nothing went',
      went,
      [-1, 'went into the tanks'],
      [0, 'went into the tanks'],
      [1, 'went out or into the tanks'],
    ],
  ]);
});

describe('a printed figure', () => {
  const restated = (percent: number) => (value: number) =>
    restatedFigures(
      [{ id: 'a', name: 'A', value: 100, unit: 'KL' }],
      [{ id: 'a', name: 'A', value, unit: 'KL' }],
      percent,
    ).length;
  holdLimits([
    ['is told when it is more than so many per cent off', restated(5), [104.999, 0], [105, 0], [105.001, 1]],
    ['is told when it is less', restated(5), [94.999, 1], [95, 0], [95.001, 0]],
    ['is told along', restated(TOLD_ALONG_PERCENT), [100.009, 0], [100.01, 0], [100.011, 1]],
  ]);

  it('is looked at for 400 days, after an hour of quiet, and a request is the same for an hour', () => {
    const at = new Date('2026-06-10T12:00:00Z');
    expect(restatementDue(at).getTime() - at.getTime()).toBe(HOUR_MS);
    expect(at.getTime() - watchedSince(at).getTime()).toBe(400 * DAY_MS);
    expect(SAME_REQUEST_MILLISECONDS).toBe(HOUR_MS);
  });
});

describe('an hour', () => {
  const START = Date.parse('2026-06-10T00:00:00Z');
  const inputAt = (late: number, hours: number): ReportInput => ({
    ...reportInput({
      request: { service: 'water', reportType: 'daily', startDate: businessDate('2026-06-10') },
      now: '2026-06-11T08:00:00Z',
      units: { IN: { days: [24_000] } },
      categories: { ID_SOURCE: { A: ['IN'] } },
    }),
    nowEpochMs: START + hours * HOUR_MS + late,
  });
  const state = (late: number) =>
    bucketPlaces(inputAt(late, 14))
      .slice(13, 15)
      .map((place) => place.state);
  const progress = (late: number, hours: number) => {
    const input = inputAt(late, hours);
    if (input.period === null) throw new Error('A day has a period.');
    const { isRunning, endedBuckets } = progressOf(input, input.period);
    return [isRunning, endedBuckets];
  };
  holdLimits([
    ['runs and ends', state, [-1, ['running', 'not begun']], [0, ['ended', 'running']], [1, ['ended', 'running']]],
    ['is compared when it has ended', (late) => progress(late, 14), [-1, [true, 13]], [0, [true, 14]], [1, [true, 14]]],
    ['is the last of its day', (late) => progress(late, 24), [-1, [true, 23]], [0, [false, 24]], [1, [false, 24]]],
  ]);
});

describe('a period', () => {
  const FIRST = businessDate('2026-06-10');
  const inputOf = (day: string, days: readonly (number | null)[]) =>
    reportInput({
      request: { service: 'water', reportType: 'daily_range', startDate: FIRST, endDate: addDays(FIRST, 2) },
      now: `2026-06-${day}T12:00:00Z`,
      units: { M: { days } },
      categories: { ID_CONSUMPTION: { A: ['M'] } },
    });
  const text = (day: number) => BUILDERS.water.build(inputOf(String(day).padStart(2, '0'), [1, 1, 1])).period.text;
  const days = '10 Jun 2026 to 12 Jun 2026';
  holdLimits([
    [
      'has begun',
      text,
      [9, `${days}, not begun yet`],
      [10, `${days}, still running (day 10 Jun 2026)`],
      [11, `${days}, still running (day 11 Jun 2026)`],
    ],
    [
      'runs to its last day',
      text,
      [11, `${days}, still running (day 11 Jun 2026)`],
      [12, `${days}, still running`],
      [13, days],
    ],
  ]);

  it('is known from a day on only where nothing is missing after it', () => {
    const missing = (...of: readonly (number | null)[]) =>
      BUILDERS.water.build(inputOf('20', of)).completeness.units[0]?.missing;
    expect(missing(null, 1, 1)).toBe('24 of 72 h missing, all before 11 Jun 2026');
    expect(missing(null, 1, null)).toBe('48 of 72 h missing');
    expect(missing(1, null, 1)).toBe('24 of 72 h missing');
  });

  it('that runs is said to be compared up to its last whole day, where it is compared', () => {
    const noteOf = (before: readonly (number | null)[]) => {
      const input = reportInput({ ...JUNE, now: '2026-06-02T12:00:00Z', ...running(before) });
      const { sections } = BUILDERS.executive.build(input);
      return sections.flatMap((section) => (section.kind === 'table' && section.id === 'supply' ? [section.note] : []));
    };
    const running = (before: readonly (number | null)[]): Partial<Works> => ({
      request: { service: 'executive', reportType: 'custom', endDate: businessDate('2026-06-03') },
      units: { IN: { days: [1000, 1000, 1000], before }, OUT: { days: [1000, 1000, 1000], before } },
    });
    const compared = expect.stringContaining('What runs is compared');
    expect(noteOf([1000, 1000, 1000])).toEqual([compared]);
    expect(noteOf([null, null, null])).toEqual([expect.not.stringContaining('What runs is compared')]);
  });
});
