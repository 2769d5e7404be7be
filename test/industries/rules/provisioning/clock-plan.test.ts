import { describe, expect, it } from 'vitest';
import { clockProblems, planClock } from '../../../../src/industries/rules/provisioning/clock-plan.ts';
import type { StoredClock } from '../../../../src/industries/rules/provisioning/stored.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import type { BusinessDate, DatedRule, DayRule } from '../../../../src/kernel/time/types.ts';

/*
 * An industry of Pune whose days begin at 06:00, 00:30 UTC. Noon of the 10th of March 2026 unless a case says
 * otherwise.
 */

const at06: DayRule = { timezone: 'Asia/Kolkata', shiftStartAt: '06:00:00', daysOffset: 0 };
const at07: DayRule = { ...at06, shiftStartAt: '07:00:00' };
const at22: DayRule = { ...at06, shiftStartAt: '22:00:00', daysOffset: 1 };
const NOON = Date.parse('2026-03-10T12:00+05:30');

const from = (date: string, rule: DayRule): DatedRule => ({ fromDate: businessDate(date), ...rule });
const BEGINNING = from('1900-01-01', at06);
const withReadings = (...rules: readonly DatedRule[]): StoredClock => ({ rules, newestReadingEpochMs: NOON - 300_000 });
const rulesAfter = (
  declared: DayRule,
  stored: StoredClock,
  now = NOON,
  declaredFrom: BusinessDate | null = null,
): string[] =>
  planClock(declared, declaredFrom, stored, now).rules.map((rule) => `${rule.fromDate} ${rule.shiftStartAt}`);

describe('a declared clock', () => {
  it('is the whole clock of a new industry, and of one without readings', () => {
    expect(rulesAfter(at06, { rules: [], newestReadingEpochMs: null })).toEqual(['1900-01-01 06:00:00']);
    expect(rulesAfter(at07, { rules: [BEGINNING, from('2026-03-11', at22)], newestReadingEpochMs: null })).toEqual([
      '1900-01-01 07:00:00',
    ]);
  });

  it('counts from the next business day once there are readings, and says so', () => {
    const plan = planClock(at07, null, withReadings(BEGINNING), NOON);
    expect(plan).toMatchObject({ isChanged: true, pending: from('2026-03-11', at07) });
    expect(plan.rules).toEqual([BEGINNING, from('2026-03-11', at07)]);
  });

  it('changes nothing when it is declared again, before its day and after', () => {
    const stored = withReadings(BEGINNING, from('2026-03-11', at07));
    expect(planClock(at07, null, stored, NOON)).toMatchObject({ isChanged: false, pending: from('2026-03-11', at07) });
    expect(planClock(at07, null, stored, NOON + 30 * 86_400_000)).toMatchObject({ isChanged: false, pending: null });
  });

  it('is taken back by the one in force, before its day', () => {
    expect(rulesAfter(at06, withReadings(BEGINNING, from('2026-03-11', at07)))).toEqual(['1900-01-01 06:00:00']);
  });

  it('is followed by another once it has begun', () => {
    const noonOf12th = NOON + 2 * 86_400_000;
    expect(rulesAfter(at06, withReadings(BEGINNING, from('2026-03-11', at07)), noonOf12th)).toEqual([
      '1900-01-01 06:00:00',
      '2026-03-11 07:00:00',
      '2026-03-13 06:00:00',
    ]);
  });

  it('has begun in the hour that only the last day before it has, whose readings stand by it already', () => {
    const half = Date.parse('2026-03-11T06:30+05:30');
    expect(rulesAfter(at06, withReadings(BEGINNING, from('2026-03-11', at07)), half)).toEqual([
      '1900-01-01 06:00:00',
      '2026-03-11 07:00:00',
      '2026-03-12 06:00:00',
    ]);
  });

  it('waits a day more when its first day would have begun already', () => {
    const night = Date.parse('2026-03-10T23:00+05:30');
    expect(rulesAfter(at22, withReadings(BEGINNING), NOON)).toEqual(['1900-01-01 06:00:00', '2026-03-11 22:00:00']);
    expect(rulesAfter(at22, withReadings(BEGINNING), night)).toEqual(['1900-01-01 06:00:00', '2026-03-12 22:00:00']);
  });

  it('waits for the day after the newest reading of a device whose clock runs ahead', () => {
    const ahead = { ...withReadings(BEGINNING), newestReadingEpochMs: NOON + 20 * 3_600_000 };
    expect(rulesAfter(at07, ahead)).toEqual(['1900-01-01 06:00:00', '2026-03-12 07:00:00']);
  });
});

describe('meta.clockEffectiveFrom', () => {
  const april = businessDate('2026-04-01');

  it('names a later day; without it a clock that is still to come keeps its day', () => {
    const stored = withReadings(BEGINNING, from('2026-04-01', at07));
    expect(rulesAfter(at07, withReadings(BEGINNING), NOON, april)).toEqual([
      '1900-01-01 06:00:00',
      '2026-04-01 07:00:00',
    ]);
    expect(planClock(at07, april, stored, NOON).isChanged).toBe(false);
    expect(planClock(at07, null, stored, NOON).isChanged).toBe(false);
    expect(rulesAfter(at07, stored, NOON, businessDate('2026-05-01'))).toEqual([
      '1900-01-01 06:00:00',
      '2026-05-01 07:00:00',
    ]);
  });

  it('leaves a clock that is to come before it, and says which one it takes back', () => {
    const stored = withReadings(BEGINNING, from('2026-03-25', at07));
    const later = planClock(at22, april, stored, NOON);
    expect(later.rules).toEqual([BEGINNING, from('2026-03-25', at07), from('2026-04-01', at22)]);
    expect(later.takenBack).toEqual([]);
    const again = planClock(at22, april, withReadings(...later.rules), NOON);
    expect([again.isChanged, again.rules]).toEqual([false, later.rules]);
    const earlier = planClock(at22, businessDate('2026-03-20'), stored, NOON);
    expect(earlier.rules).toEqual([BEGINNING, from('2026-03-20', at22)]);
    expect(earlier.takenBack).toEqual([from('2026-03-25', at07)]);
    expect(planClock(at06, null, withReadings(...later.rules), NOON)).toMatchObject({
      rules: [BEGINNING],
      takenBack: [from('2026-03-25', at07), from('2026-04-01', at22)],
    });
  });

  it('lets a clock count for a while, and be planned again after it', () => {
    const pending = from('2026-03-25', at07);
    const back = planClock(at06, april, withReadings(BEGINNING, pending), NOON);
    expect(back.rules).toEqual([BEGINNING, pending, from('2026-04-01', at06)]);
    expect(back.takenBack).toEqual([]);
    const again = planClock(at07, businessDate('2026-05-01'), withReadings(...back.rules), NOON);
    expect(again.rules).toEqual([...back.rules, from('2026-05-01', at07)]);
    expect(planClock(at07, null, withReadings(...again.rules), NOON)).toMatchObject({
      isChanged: false,
      takenBack: [],
    });
    // In force since, so the one that was in force before is what is taken back.
    const begun = planClock(at07, null, withReadings(...back.rules), NOON + 17 * 86_400_000);
    expect([begun.rules, begun.takenBack]).toEqual([[BEGINNING, pending], [from('2026-04-01', at06)]]);
  });

  it('cannot name a day that has begun, and says what moves the readings of such a day', () => {
    const stored = withReadings(BEGINNING);
    expect(clockProblems(at07, businessDate('2026-03-10'), stored, NOON)).toEqual([
      {
        field: 'industry.meta.clockEffectiveFrom',
        problem:
          'is "10/03/2026", allowed is a date from 11/03/2026 on: earlier business days have begun, and their readings are moved by npm run rekey',
      },
    ]);
    expect(clockProblems(at07, businessDate('2026-03-11'), stored, NOON)).toEqual([]);
  });

  it('is no mistake later, when its day has passed and the bundle is provisioned again', () => {
    expect(
      clockProblems(at07, april, withReadings(BEGINNING, from('2026-04-01', at07)), NOON + 60 * 86_400_000),
    ).toEqual([]);
    expect(clockProblems(at07, april, { rules: [], newestReadingEpochMs: null }, NOON)).toEqual([]);
  });
});
