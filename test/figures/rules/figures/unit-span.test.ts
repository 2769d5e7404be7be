import { describe, expect, it } from 'vitest';
import { completenessOf } from '../../../../src/kernel/document/completeness.ts';
import {
  hoursOfDaysSpan,
  hoursSpan,
  partOfBucket,
  partUpTo,
  periodsSpan,
} from '../../../../src/figures/rules/figures/unit-span.ts';
import { ALIKE } from '../../../../src/figures/rules/processors/parameters.ts';
import type { DailyDocument } from '../../../../src/kernel/document/types.ts';
import { entry, provenance, span, unit } from '../device-data/support.ts';

const START = Date.parse('2026-06-10T00:30:00Z');
const HOUR = 3_600_000;

const document = (value: number | null, changes: Partial<DailyDocument> = {}): DailyDocument => ({
  id: 'd',
  unitId: 'M1',
  industryId: 'I',
  date: '10/06/2026',
  value,
  hourly: [],
  meta: { offlineCount: 1, offlineDuration: 60, ir: 5, fr: 9 },
  tag: 't',
  provenance: provenance(),
  ...changes,
});

describe('hours of a day', () => {
  it.each([
    [86_400, 24],
    [82_800, 23],
    [90_000, 25],
    [88_200, 25],
  ])('of %d seconds are %d', (lengthSeconds, count) => {
    const { entries } = hoursSpan(unit('M1'), { startEpochMs: START, lengthSeconds }, null, START);
    expect(entries).toHaveLength(count);
    expect(entries[1]).toEqual({
      x: '2026-06-10T01:30:00.000Z',
      y: null,
      offlineCount: 0,
      offlineDuration: 0,
      coverage: null,
      estimatedShare: null,
      meta: { lastEpoch: null },
      slotsExpected: 0,
    });
  });

  it('that have not begun are null even where the document has a figure', () => {
    const hourly = Array.from({ length: 24 }, (_, hour) =>
      entry(7, { x: new Date(START + hour * HOUR).toISOString() }),
    );
    const { entries, figures } = hoursSpan(
      unit('M1'),
      { startEpochMs: START, lengthSeconds: 86_400 },
      document(14, { hourly }),
      START + HOUR,
    );
    expect(entries.map(({ y }) => y)).toEqual([7, 7, ...Array.from({ length: 22 }, () => null)]);
    expect(figures?.value).toBe(14);
  });

  it('weigh as long as they last: the last one is half an hour where clocks change by half an hour', () => {
    const hourly = Array.from({ length: 25 }, (_, hour) =>
      entry(7, { x: new Date(START + hour * HOUR).toISOString(), coverage: 1 }),
    );
    const day = document(14, { hourly, provenance: { ...provenance(), slotsExpected: 98 } });
    const { entries } = hoursSpan(unit('M1'), { startEpochMs: START, lengthSeconds: 88_200 }, day, START + 30 * HOUR);
    expect(entries.map(({ slotsExpected }) => slotsExpected)).toEqual([...Array.from({ length: 24 }, () => 4), 2]);
  });

  it('that the document has beyond the day are kept', () => {
    const hourly = Array.from({ length: 26 }, () => entry(1));
    expect(
      hoursSpan(unit('M1'), { startEpochMs: START, lengthSeconds: 86_400 }, document(26, { hourly }), START + 30 * HOUR)
        .entries,
    ).toHaveLength(26);
  });
});

describe('days', () => {
  const days = [document(1000), null, document(null), document(500)].map((daily, index) => ({
    startEpochMs: START + index * 24 * HOUR,
    document: daily,
  }));

  it('are one entry each, null without a document or a figure', () => {
    expect(periodsSpan(unit('M1'), unit('M1'), days, ALIKE).entries.map(({ y }) => y)).toEqual([1000, null, null, 500]);
  });

  it('make up the figures of the whole as a monthly document would', () => {
    expect(periodsSpan(unit('M1'), unit('M1'), days, ALIKE).figures).toMatchObject({
      value: 1500,
      meta: { ir: 5, fr: 9, offlineCount: 3 },
      provenance: { slotsExpected: 72 },
    });
  });

  it('are the figures of the whole also where its hours are shown, one day behind the other', () => {
    const days = [7, 8].map((value, index) => ({
      startEpochMs: START + index * 24 * HOUR,
      lengthSeconds: 86_400,
      document: document(value),
    }));
    const { entries, figures } = hoursOfDaysSpan(unit('M1'), unit('M1'), days, START + 48 * HOUR, ALIKE);
    expect([entries.length, entries[24]?.x, figures?.value]).toEqual([48, '2026-06-11T00:30:00.000Z', 15]);
  });

  it('say where the formula failed, because a total has no figure then', () => {
    const failed = document(null, { provenance: provenance({ failed: true }) });
    const of = unit('V', 'virtualCategory');
    const { entries } = periodsSpan(
      of,
      of,
      [document(7), failed, null].map((daily, index) => ({ startEpochMs: START + index * 24 * HOUR, document: daily })),
      ALIKE,
    );
    expect(entries.map((one) => partOfBucket(of, one).failed)).toEqual([undefined, true, undefined]);
  });

  it('have no figures before anything has begun', () => {
    expect(periodsSpan(unit('M1'), unit('M1'), [{ startEpochMs: START, document: null }], ALIKE).figures).toBeNull();
  });
});

it('crumbs between two registers are held against the amount of all the buckets, and make no bound of it', () => {
  const crumb = { value: 2, from: '2026-06-10T00:25:00.000Z', to: '2026-06-10T00:30:00.000Z', times: 1, silences: 0 };
  const hours = [entry(1000, { unheard: crumb }), ...Array.from({ length: 9 }, () => entry(1000, { unheard: null }))];
  const ofDay = span(unit('M1'), 10_000, hours);
  expect(completenessOf([partUpTo(ofDay, 10)]).bound).toBeNull();
  // Of the first hour alone they are a five-hundredth.
  expect(completenessOf([partUpTo(ofDay, 1)]).bound).toBe('at least');
});
