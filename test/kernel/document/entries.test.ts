import { describe, expect, it } from 'vitest';
import { entriesOf, estimatedShareOf } from '../../../src/kernel/document/entries.ts';
import { composeMonth, composeYear } from '../../../src/figures/rules/processors/compose.ts';
import { ALIKE } from '../../../src/figures/rules/processors/parameters.ts';
import { processDay } from '../../../src/figures/rules/processors/registry.ts';
import { DAY, DAY_START, at, dayOf, unitOf } from '../../figures/rules/processors/builders.ts';

const unit = unitOf();
const day = processDay(
  dayOf(unit, [
    { second: at(1), value: 1 },
    { second: at(4), value: 1 },
  ]),
);
const month = composeMonth({
  industryId: 'ACME',
  unit,
  month: '01/2026',
  days: [{ date: DAY, startEpochMs: DAY_START, document: day }],
  unlike: ALIKE,
});
const year = composeYear({
  industryId: 'ACME',
  unit,
  year: '2026',
  months: [{ month: '01/2026', startEpochMs: DAY_START, document: month }],
  unlike: ALIKE,
});

describe('the entries of a document', () => {
  it('are hours, days or months', () => {
    expect(entriesOf(day)).toBe(day.hourly);
    expect(entriesOf(month)).toBe(month.daily);
    expect(entriesOf(year)).toBe(year.monthly);
  });
});

describe('the share of estimated readings of an hour', () => {
  const shares = (readings: Parameters<typeof dayOf>[1]) => {
    const day = processDay(dayOf(unitOf(), readings));
    return day.hourly.slice(0, 3).map((hour) => estimatedShareOf(day, hour));
  };

  it('is that of its readings, null without any', () => {
    expect(
      shares([
        { second: at(0), value: 1 },
        { second: at(0, 5), value: 1, estimated: true },
        { second: at(1), value: 1 },
      ]),
    ).toEqual([0.5, 0, null]);
    expect(shares([{ second: at(0), value: 1 }])).toEqual([0, null, null]);
  });

  it('is not guessed for a document of an earlier version', () => {
    const day = processDay(dayOf(unitOf(), [{ second: at(0), value: 1, estimated: true }]));
    const [hour] = day.hourly;
    if (hour === undefined) throw new Error('a day has hours');
    const { estimatedShare: _said, ...earlier } = hour;
    expect(estimatedShareOf(day, earlier)).toBeNull();
  });
});
