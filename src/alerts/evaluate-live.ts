import type { DataContext } from '../context.ts';
import { CONDITIONS } from './rules/conditions.ts';
import { LEAST_SILENCE_MINUTES, silenceLimitMinutesOf } from './rules/conditions/silence.ts';
import { isSame } from './rules/occurrences.ts';
import type { AlertInput } from './rules/types.ts';
import { inBatches } from '../kernel/in-batches.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { unitOverTime } from '../kernel/industry/unit-over-time.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import type { RuleState } from './store/evaluations.ts';
import { incidentsOfRules } from './store/incidents.ts';
import { type LoggedContext, isolateFailures } from './isolate-failures.ts';
import { type EvaluationState, type Gathered, judgeSubject, type LiveEvaluation, newestOf } from './judge-subject.ts';
import { WHOLE_INDUSTRY } from './read-inputs.ts';
import {
  byInput,
  earliestInstant,
  keyOfSubject,
  readSubjectInputs,
  subjectKey,
  unitKeyOf,
} from './read-subject-inputs.ts';
import type { RuleSubject } from './write-evaluation.ts';

/** Least time between two looks at slow figures. A correction does not wait for it. */
const SLOW_MS = {
  days: 15 * MINUTE_MS,
  nights: 15 * MINUTE_MS,
  balance: 15 * MINUTE_MS,
  month: 5 * MINUTE_MS,
} as const;
/** The last readings of an hour or day may be under way when it ends, so it ends for rules a little later. */
const GRACE_MS = {
  readings: 0,
  totals: 5 * MINUTE_MS,
  days: 30 * MINUTE_MS,
  nights: 30 * MINUTE_MS,
  balance: 30 * MINUTE_MS,
};
/** Readings before the newest that a rate needs to know the usual pause. */
const READINGS_BEFORE = 12;
/** Longest replay. A longer incident is followed on, and not replayed. */
export const LONGEST_REPLAY_MS = 31 * DAY_MS;
/** Units whose longest replay is read at once: 180,000 readings of five minutes. */
const REPLAYS_AT_ONCE = 20;

/** Shortest pause that counts as silence, whatever the unit. */
const leastSilenceMs = ({ rule: { settings } }: RuleSubject): number =>
  (typeof settings['silenceMinutes'] === 'number' ? settings['silenceMinutes'] : LEAST_SILENCE_MINUTES) * MINUTE_MS;

/** True when anything can have changed for a subject since its last look. */
function isDue(subject: RuleSubject, standing: EvaluationState, now: EpochMillis): boolean {
  const { states, deaths } = standing;
  const state = states.get(keyOfSubject(subject));
  if (state === undefined) return true;
  const { alertType, scope } = subject.rule;
  const kind = CONDITIONS[alertType].needs(scope.kind);
  const sinceLook = now - state.evaluatedUntil;
  if (kind !== 'readings' && kind !== 'totals') return sinceLook >= SLOW_MS[kind];
  if (CONDITIONS[alertType].window === 'month' && sinceLook < SLOW_MS.month) return false;
  if (subject.stored?.current.group === 'VIRTUAL') return sinceLook >= MINUTE_MS;
  const last = newestOf(subject, standing);
  const { seen, open } = state.machine;
  if (last !== undefined && (seen === null || last > seen.epochMs)) return true;
  const told = alertType === 'device_status' ? deaths.get(unitKeyOf(subject))?.at(-1) : undefined;
  if (told !== undefined) {
    const isNew = Math.max(told.diedAt, told.endedAt ?? -Infinity) > (seen?.epochMs ?? -Infinity);
    // The death goes on: the hold time of the rule passes, or a person has resolved the incident too early.
    const isWaiting = told.endedAt === null && open === null && (last ?? -Infinity) <= told.diedAt;
    if (isNew || isWaiting) return true;
  }
  if (alertType === 'device_status')
    return now - (last ?? (seen === null ? state.evaluatedUntil : -Infinity)) >= leastSilenceMs(subject);
  const windowEnd = open?.breach.window?.endEpochMs;
  return windowEnd !== undefined && now - GRACE_MS.totals >= windowEnd;
}

/** Start of the readings that a subject needs. */
export function readFrom(
  subject: RuleSubject,
  { states }: Pick<EvaluationState, 'states'>,
  now: EpochMillis,
): EpochMillis {
  const { rule, stored } = subject;
  const condition = CONDITIONS[rule.alertType];
  const lookBackMs = condition.lookBackMinutes(rule.settings) * MINUTE_MS;
  const seen = states.get(keyOfSubject(subject))?.machine.seen?.epochMs;
  if (seen === undefined) return now - lookBackMs;
  const isRate = condition.needs(rule.scope.kind) === 'readings' && rule.alertType !== 'stable_flow_alert';
  const frequencyMs = (stored?.current.dataUpdateFrequencySeconds ?? 0) * 1000;
  const before = isRate ? Math.min(lookBackMs, Math.max(60 * MINUTE_MS, READINGS_BEFORE * frequencyMs)) : lookBackMs;
  // The window of the newest look is added up from its start, and that may be the day before.
  return seen - (condition.needs(rule.scope.kind) === 'totals' ? 0 : before);
}

/** Evaluates rules over readings since their last evaluation. Each kind of input takes one round trip. */
export async function evaluateLive(
  context: LoggedContext,
  industry: Industry,
  subjects: readonly RuleSubject[],
  standing: EvaluationState,
): Promise<LiveEvaluation> {
  const now = context.clock.now();
  const due = subjects.filter((subject) => isDue(subject, standing, now));
  const evaluation: Gathered = { found: [], ended: [], lasting: [], states: [] };
  for (const group of byInput(due)) await evaluateGroup(context, industry, group, standing, evaluation);
  return { ...evaluation, found: await withoutRecorded(context, industry, evaluation.found, standing) };
}

/**
 * Leaves out breaches that are recorded as incidents already. A changed rule, and a rule whose unit is back, evaluates
 * a time again that has such incidents. Breaches that last stay, because the new definition watches them.
 */
async function withoutRecorded(
  { database, clock }: DataContext,
  { industryKey }: Industry,
  found: Gathered['found'],
  standing: EvaluationState,
): Promise<Gathered['found']> {
  const old = found.filter(
    ({ subject, occurrence }) => !standing.states.has(keyOfSubject(subject)) && occurrence.recoveredEpochMs !== null,
  );
  if (old.length === 0) return found;
  const recorded = await incidentsOfRules(
    database,
    industryKey,
    [...new Set(old.map(({ subject }) => subject.rule.ruleKey))],
    { from: earliestInstant(old.map(({ occurrence }) => occurrence.sinceEpochMs)), to: clock.now() },
  );
  const bySubject = Map.groupBy(
    recorded.filter(({ state }) => state !== 'withdrawn'),
    ({ ruleKey, unitKey }) => subjectKey(ruleKey ?? 0, unitKey ?? WHOLE_INDUSTRY),
  );
  const known = new Set(
    old.filter(({ subject, occurrence }) =>
      bySubject.get(keyOfSubject(subject))?.some((incident) => isSame(occurrence, incident)),
    ),
  );
  return found.filter((finding) => !known.has(finding));
}

async function evaluateGroup(
  context: LoggedContext,
  industry: Industry,
  group: readonly RuleSubject[],
  standing: EvaluationState,
  gathered: Gathered,
): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const now = context.clock.now();
  const { needs, window } = CONDITIONS[first.rule.alertType];
  const kind = needs(first.rule.scope.kind);
  const until = now - GRACE_MS[kind];
  // Silence needs no readings where nothing has come.
  const silent = group.filter((one) => isSilent(one, standing));
  const reaching = await isolateFailures(
    context,
    industry,
    group.filter((one) => !isSilent(one, standing)),
    (subject) => readFrom(subject, standing, now),
  );
  const read = (from: Parameters<typeof readSubjectInputs>[2]): ReturnType<typeof readSubjectInputs> =>
    readSubjectInputs(context, industry, from, {
      kind,
      window,
      until: kind === 'totals' ? now : until,
      lastSeenOf: (unitKey) => standing.heard.get(unitKey) ?? null,
      seenOf: (subject) => standing.states.get(keyOfSubject(subject))?.machine.seen?.epochMs ?? -Infinity,
    });
  const inputs = await read(reaching.map(({ subject, of: fromEpochMs }) => ({ subject, fromEpochMs })));
  const begunBefore: RuleSubject[] = [];
  await isolateFailures(context, industry, [...inputs.keys()], (subject) => {
    const input = inputs.get(subject);
    if (input === undefined) return;
    if (hasBegunBefore(subject, input, standing)) begunBefore.push(subject);
    else judgeSubject(subject, { ...input, until }, standing, { gathered, now });
  });
  for (const some of inBatches(begunBefore, REPLAYS_AT_ONCE)) {
    const longer = await read(some.map((subject) => ({ subject, fromEpochMs: now - LONGEST_REPLAY_MS })));
    await isolateFailures(context, industry, [...longer.keys()], (subject) => {
      const input = longer.get(subject);
      const leftOutUntil = readFrom(subject, standing, now);
      if (input !== undefined) judgeSubject(subject, { ...input, until }, standing, { gathered, now, leftOutUntil });
    });
  }
  await isolateFailures(context, industry, silent, (subject) =>
    judgeSubject(subject, silenceOf(industry, subject, standing, now), standing, { gathered, now }),
  );
}

/**
 * True when a first look finds a condition that held already when its readings begin: earlier ones tell since when.
 * Spec gap: an incident that had lasted for longer than {@link LONGEST_REPLAY_MS} when its rule was made counts from
 * there.
 */
function hasBegunBefore(subject: RuleSubject, input: AlertInput, { states }: EvaluationState): boolean {
  const { alertType, settings } = subject.rule;
  if (input.kind !== 'readings' || alertType === 'device_status' || states.has(keyOfSubject(subject))) return false;
  const first = CONDITIONS[alertType].judge(input, settings).find(({ verdict }) => verdict !== 'unknown');
  return first !== undefined && first.verdict !== 'clear';
}

const isSilent = (subject: RuleSubject, standing: EvaluationState): boolean => {
  const seen = standing.states.get(keyOfSubject(subject))?.machine.seen?.epochMs;
  const last = newestOf(subject, standing);
  return subject.rule.alertType === 'device_status' && (last === undefined || (seen !== undefined && last <= seen));
};

/** Spec gap: the silence of a unit that has never sent begins with the first look of the rule, by its state. */
function watchedFrom({ rule, stored }: RuleSubject, state: RuleState | undefined, now: EpochMillis): EpochMillis {
  const seen = state?.machine.seen?.epochMs;
  if (stored === null || seen === undefined) return state?.evaluatedUntil ?? now;
  return seen - silenceLimitMinutesOf(stored.current, rule.settings) * MINUTE_MS;
}

function silenceOf(
  { clock }: Industry,
  subject: RuleSubject,
  standing: EvaluationState,
  until: EpochMillis,
): AlertInput {
  const { stored } = subject;
  if (stored === null) throw new Error('A device is a unit.');
  const lastSeenBefore =
    newestOf(subject, standing) ?? watchedFrom(subject, standing.states.get(keyOfSubject(subject)), until);
  return {
    kind: 'readings',
    unit: stored.current,
    unitAt: unitOverTime(clock, stored),
    readings: [],
    lastSeenBefore,
    until,
    nightBandAt: () => null,
  };
}
