import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONDITIONS } from '../../../../src/alerts/rules/conditions.ts';
import { INITIAL_STATE, type MachineState, resolveByHand, step } from '../../../../src/alerts/rules/incident.ts';
import { unitOf } from '../../../figures/rules/processors/builders.ts';
import { runs } from '../../../support/property-runs.ts';
import { sampleReadings } from '../sample.ts';
import { every, minuteIso, reading, readingsOf, told, watched } from '../watch.ts';

const METER = unitOf({ dataUpdateFrequencySeconds: 300 });

describe('a silent device', () => {
  it('is offline once no reading is newer than its limit, and back with the next one', () => {
    const readings = [...every(5, [1, 1, 1]), reading(100, 1), reading(105, 1)];
    expect(told('device_status', readingsOf(METER, readings), {})).toEqual([
      `fired ${minuteIso(70)}`,
      `recovered ${minuteIso(100)}`,
    ]);
    expect(watched('device_status', readingsOf(METER, readings), {})[1]).toMatchObject({ value: 90, limit: 60 });
  });

  it('is found without any reading, once its limit has passed', () => {
    const [last] = [reading(10, 1)];
    const at = (minute: number) => readingsOf(METER, [reading(0, 1), last], last.epochMs + minute * 60_000);
    expect(told('device_status', at(59), {})).toEqual([]);
    expect(told('device_status', at(60), {})).toEqual([`fired ${minuteIso(70)}`]);
    expect(told('device_status', at(61), {})).toEqual([`fired ${minuteIso(70)}`]);
    // The reading that comes then is newer.
    expect(told('device_status', readingsOf(METER, [reading(0, 1), reading(60, 1)]), {})).toEqual([]);
    expect(told('device_status', { ...at(61), readings: [], lastSeenBefore: last.epochMs }, {})).toEqual([
      `fired ${minuteIso(70)}`,
    ]);
  });

  it('that sends seldom is given three of its intervals, unless the rule says otherwise', () => {
    const hourly = unitOf({ dataUpdateFrequencySeconds: 3600 });
    const readings = [reading(0, 1), reading(179, 1), reading(360, 1)];
    expect(told('device_status', readingsOf(hourly, readings), {})).toEqual([
      `fired ${minuteIso(359)}`,
      `recovered ${minuteIso(360)}`,
    ]);
    expect(told('device_status', readingsOf(hourly, readings), { silenceMinutes: 200 })).toEqual([]);
  });

  it('is not heard in estimated readings', () => {
    const readings = [reading(0, 1), ...[30, 60, 90].map((minute) => reading(minute, 1, { estimated: true }))];
    expect(told('device_status', readingsOf(METER, readings), {})).toEqual([`fired ${minuteIso(60)}`]);
  });

  it('fires at the end of a hold time of its own, whoever looks when', () => {
    const times = { holdMinutes: 30, recoverMinutes: 0 };
    const from = (until: number) => readingsOf(METER, [reading(0, 1)], reading(until, 1).epochMs);
    // Silent after 60 minutes, and so for 30.
    expect(told('device_status', from(89), {}, times)).toEqual([]);
    for (const until of [90, 91, 400]) {
      expect(told('device_status', from(until), {}, times)).toEqual([`fired ${minuteIso(90)}`]);
      expect(told('device_status', readingsOf(METER, [reading(0, 1), reading(until + 1, 1)]), {}, times)).toEqual([
        `fired ${minuteIso(90)}`,
        `recovered ${minuteIso(until + 1)}`,
      ]);
    }
    expect(told('device_status', readingsOf(METER, [reading(0, 1), reading(90, 1)]), {}, times)).toEqual([]);
  });

  it('that is looked at each minute fires once, and again when it was resolved by hand', () => {
    const { judge, settings } = CONDITIONS.device_status;
    const [sent, until] = [reading(0, 1), (minute: number) => reading(minute, 1).epochMs];
    const followed = (from: number, to: number, before: MachineState, holdMinutes: number) => {
      let state = before;
      const fired: string[] = [];
      for (let minute = from; minute <= to; minute += 1) {
        const looks = judge(readingsOf(METER, [sent], until(minute)), settings.parse({}));
        const stepped = step(state, looks, { holdMinutes, recoverMinutes: 0 });
        fired.push(
          ...stepped.transitions.map(({ kind, at, sinceEpochMs, value }) =>
            [kind, (at - until(0)) / 60_000, value, 'since', (sinceEpochMs - until(0)) / 60_000].join(' '),
          ),
        );
        state = stepped.state;
      }
      return { state, fired };
    };
    const first = followed(1, 200, INITIAL_STATE, 0);
    expect(first.fired).toEqual(['fired 60 60 since 60']);
    expect(followed(201, 300, resolveByHand(first.state), 0).fired).toEqual(['fired 201 201 since 60']);
    expect(followed(201, 300, resolveByHand(first.state), 20).fired).toEqual(['fired 221 201 since 60']);
    expect(followed(1, 200, INITIAL_STATE, 30).fired).toEqual(['fired 90 60 since 60']);
  });

  it('that is told dead is silent until it is heard, also where that is looked at in pieces', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(minutes, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (instants, kinds) => {
        const ordered = instants.toSorted((a, b) => a - b);
        const readings = [reading(0, 1), ...ordered.filter((_, index) => kinds[index]).map((at) => reading(at, 1))];
        const told = ordered.filter((_, index) => kinds[index] !== true).map((at) => reading(at, 1).epochMs);
        // Deaths and births take turns.
        const deaths = told.flatMap((diedAt, index) =>
          index % 2 === 1 ? [] : { diedAt, endedAt: told[index + 1] ?? null },
        );
        const { judge, settings } = CONDITIONS.device_status;
        const times = { holdMinutes: 0, recoverMinutes: 0 };
        const input = (until: number) => ({
          ...readingsOf(METER, readings, until),
          readings: readings.filter(({ epochMs }) => epochMs <= until),
          deaths: deaths
            .filter(({ diedAt }) => diedAt <= until)
            .map(({ diedAt, endedAt }) => ({ diedAt, endedAt: endedAt !== null && endedAt <= until ? endedAt : null })),
        });
        const end = reading(400, 1).epochMs;
        const whole = step(INITIAL_STATE, judge(input(end), settings.parse({})), times).transitions;
        const pieces: unknown[] = [];
        let state: MachineState = INITIAL_STATE;
        for (let minute = 1; minute <= 400; minute += 1) {
          const stepped = step(state, judge(input(reading(minute, 1).epochMs), settings.parse({})), times);
          pieces.push(...stepped.transitions.map(({ kind, at }) => [kind, at]));
          state = stepped.state;
        }
        expect(pieces).toEqual(whole.map(({ kind, at }) => [kind, at]));
        const first = deaths[0];
        const isAlive = readings.some(
          ({ epochMs }) => first !== undefined && first.diedAt - epochMs <= 3_600_000 && epochMs < first.diedAt,
        );
        if (first !== undefined && isAlive) expect(whole.some(({ at }) => at === first.diedAt)).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it('that is told dead at the instant of its last reading is silent', () => {
    const { judge, settings } = CONDITIONS.device_status;
    const last = reading(10, 1);
    const input = {
      ...readingsOf(METER, [reading(0, 1), last], reading(20, 1).epochMs),
      deaths: [{ diedAt: last.epochMs, endedAt: null }],
    };
    const { transitions } = step(INITIAL_STATE, judge(input, settings.parse({})), {
      holdMinutes: 0,
      recoverMinutes: 0,
    });
    expect(transitions.map(({ kind }) => kind)).toEqual(['fired']);
  });

  it('was the bore of the sample industry three times', () => {
    const readings = sampleReadings('CB_BORE_1');
    const unit = unitOf({ dataUpdateFrequencySeconds: 900 });
    expect(told('device_status', readingsOf(unit, readings), {})).toEqual([
      'fired 2025-07-15T02:30Z',
      'recovered 2025-07-15T08:00Z',
      'fired 2025-09-16T03:15Z',
      'recovered 2025-09-16T04:00Z',
      'fired 2026-05-26T04:00Z',
      'recovered 2026-05-26T05:00Z',
    ]);
  });
});
