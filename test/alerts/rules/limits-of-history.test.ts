import { describe, expect, it } from 'vitest';
import { replayedIncidents } from '../../../src/alerts/rules/backtest.ts';
import { lookAt } from '../../../src/alerts/rules/conditions/condition.ts';
import { correctedOutcomeOf } from '../../../src/alerts/rules/correct-incident.ts';
import { INITIAL_STATE, type MachineTransition } from '../../../src/alerts/rules/incident.ts';
import { hasExpired, isSame, type Occurrence } from '../../../src/alerts/rules/occurrences.ts';
import { atInstant } from '../../../src/alerts/rules/silence-length.ts';
import { addStrengths, thresholdFor, tuningOf } from '../../../src/alerts/rules/suggest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/time/durations.ts';
import { holdLimits } from '../../support/limits.ts';
import { STILL } from './facts.ts';

describe('a back-test', () => {
  const FROM = HOUR_MS;
  const UNTIL = 2 * HOUR_MS;
  const told = { windowStartEpochMs: null, value: 120, limit: 100, peak: 120, excess: null };
  const replayed = (firedAt: number, recoveredAt: number) => {
    const fired: MachineTransition = { kind: 'fired', at: firedAt, sinceEpochMs: firedAt, ...told };
    const recovered: MachineTransition = {
      ...fired,
      kind: 'recovered',
      at: recoveredAt,
      firedEpochMs: firedAt,
      durationMs: recoveredAt - firedAt,
    };
    const span = { fromEpochMs: FROM, untilEpochMs: UNTIL };
    return replayedIncidents('flow_rate_above_the_range', [fired, recovered], INITIAL_STATE, span);
  };
  holdLimits([
    ['counts what fires before its end', (late) => replayed(UNTIL + late, 9e9).length, [-1, 1], [0, 0], [1, 0]],
    ['counts what is open at its start', (late) => replayed(0, FROM + late).length, [-1, 0], [0, 0], [1, 1]],
    [
      'says what had begun before',
      (late) => replayed(FROM + late, UNTIL)[0]?.isBegunBefore,
      [-1, true],
      [0, false],
      [1, false],
    ],
  ]);

  const tuning = tuningOf('flow_rate_above_the_range', { high: 1 });
  if (tuning === null) throw new Error('A bound can be tuned.');
  const look = (at: number, value: number) => lookAt(at, 'breach', { value, limit: 1 });
  const held = (late: number) => {
    const looks = [look(0, 5), look(5 * MINUTE_MS, 9), look(15 * MINUTE_MS + late, 9)];
    return [...addStrengths(new Map(), looks, tuning, { holdMinutes: 15, recoverMinutes: 0 }).values()];
  };
  const threshold = (strength: number) => thresholdFor([[strength]], 0, tuning);
  holdLimits([
    ['proposes what was held for the whole time', held, [-1, []], [0, [5]], [1, [9]]],
    ['proposes a threshold above nothing', threshold, [-0.001, null], [0, null], [0.001, 0.001]],
    ['proposes four digits, rounded towards fewer', threshold, [12.339, 12.34], [12.34, 12.34], [12.341, 12.35]],
  ]);
});

describe('an occurrence', () => {
  const occurrence = (sinceEpochMs: number, recoveredEpochMs: number): Occurrence => ({
    windowStart: null,
    sinceEpochMs,
    firedEpochMs: sinceEpochMs,
    recoveredEpochMs,
    durationMs: recoveredEpochMs - sinceEpochMs,
    value: 120,
    limit: 100,
    peak: 120,
    excess: null,
  });
  const recorded = { windowStart: null, openedAt: HOUR_MS, closedAt: 2 * HOUR_MS };
  const FOUND = STILL.openedAt;
  const isKnown = (firstLook: number) => {
    const incident = { ...STILL, closedAt: FOUND + HOUR_MS, evidence: { since: new Date(FOUND).toISOString() } };
    return correctedOutcomeOf(incident, [], [occurrence(FOUND, FOUND + HOUR_MS)], FOUND + firstLook) !== null;
  };
  const silent = (peak: number) =>
    atInstant({ ...STILL, alertType: 'device_status', threshold: 60, peak, evidence: {} }, FOUND + 30 * MINUTE_MS).peak;
  const expired = (late: number) =>
    hasExpired({ origin: 'request', state: 'resolved', openedAt: FOUND, closedAt: FOUND + DAY_MS + late });
  holdLimits([
    [
      'is the recorded one until that ended',
      (late) => isSame(occurrence(2 * HOUR_MS + late, 9e9), recorded),
      [-1, true],
      [0, true],
      [1, false],
    ],
    [
      'is the recorded one from when that began',
      (late) => isSame(occurrence(0, HOUR_MS + late), recorded),
      [-1, false],
      [0, true],
      [1, true],
    ],
    ['is known from its beginning', isKnown, [-1, true], [0, true], [1, false]],
    ['of silence is as long as its end said', silent, [59, 90], [60, 90], [61, 61]],
    ['of a request expires after a day', expired, [-1, false], [0, true], [1, false]],
  ]);

  it('that joins two incidents is not known of either', () => {
    const own = { ...STILL, closedAt: FOUND + HOUR_MS, evidence: { since: new Date(FOUND).toISOString() } };
    const joining = [occurrence(FOUND, FOUND + 3 * HOUR_MS)];
    const next = { ...own, openedAt: FOUND + 2 * HOUR_MS, closedAt: FOUND + 3 * HOUR_MS };
    const later = { ...own, openedAt: FOUND + 4 * HOUR_MS, closedAt: FOUND + 5 * HOUR_MS };
    expect(correctedOutcomeOf(own, [own, next], joining, FOUND)).toBeNull();
    expect(correctedOutcomeOf(own, [own, later], joining, FOUND)?.durationMs).toBe(3 * HOUR_MS);
  });

  it("of a request that was recovered or is a rule's own does not expire", () => {
    const ended = { origin: 'request', state: 'resolved', openedAt: 0, closedAt: DAY_MS } as const;
    expect(hasExpired({ ...ended, state: 'recovered' })).toBe(false);
    expect(hasExpired({ ...ended, origin: 'rule' })).toBe(false);
  });
});
