import type { DataContext } from '../context.ts';
import { CONDITIONS } from './rules/conditions.ts';
import { silenceLimitMinutesOf } from './rules/conditions/silence.ts';
import { INITIAL_STATE, type MachineState, step } from './rules/incident.ts';
import type { Incident } from './rules/incident-record.ts';
import { isSame, type Occurrence, occurrencesOf } from './rules/occurrences.ts';
import { peakOfEnded } from './rules/silence-length.ts';
import { siUnitOfInput } from './rules/inputs.ts';
import type { AlertInput } from './rules/types.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { unitOverTime } from '../kernel/industry/unit-over-time.ts';
import { litresOf } from '../kernel/measure/litres.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import type { UnitDeath } from '../readings/rules/unit-death.ts';
import type { RuleState } from './store/evaluations.ts';
import { incidentsOfRules } from './store/incidents.ts';
import { type LoggedContext, isolateFailures } from './isolate-failures.ts';
import { WHOLE_INDUSTRY } from './read-inputs.ts';
import {
  byInput,
  earliestInstant,
  keyOfSubject,
  readSubjectInputs,
  subjectKey,
  unitKeyOf,
} from './read-subject-inputs.ts';
import type { EvaluationResult, RuleSubject, Unfinished } from './write-evaluation.ts';

/** Progress of an evaluation, by subject. */
export interface EvaluationState {
  readonly states: ReadonlyMap<string, RuleState>;
  readonly open: readonly Incident[];
  /** Newest reading of each unit, by unit key. */
  readonly newest: ReadonlyMap<number, EpochMillis>;
  /** Newest genuine reading of each unit whose silence is watched, by unit key. */
  readonly heard: ReadonlyMap<number, EpochMillis>;
  /** Deaths that networks have told of units whose silence is watched, since they were looked at, by unit key. */
  readonly deaths: ReadonlyMap<number, readonly UnitDeath[]>;
}

type LiveEvaluation = Pick<EvaluationResult, 'found' | 'ended' | 'lasting'> & { readonly states: readonly RuleState[] };

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
/** Least silence of a rule without a limit, in minutes. */
const LEAST_SILENCE_MINUTES = 60;
/** Readings before the newest that a rate needs to know the usual pause. */
const READINGS_BEFORE = 12;

/** Shortest pause that counts as silence, whatever the unit. */
const leastSilenceMs = ({ rule: { settings } }: RuleSubject): number =>
  (typeof settings['silenceMinutes'] === 'number' ? settings['silenceMinutes'] : LEAST_SILENCE_MINUTES) * MINUTE_MS;

/** The newest reading that a subject can look at. An estimate does not end a silence. */
const newestOf = (subject: RuleSubject, { newest, heard }: EvaluationState): EpochMillis | undefined =>
  (subject.rule.alertType === 'device_status' ? heard : newest).get(unitKeyOf(subject));

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

/**
 * True when an occurrence ended before its rule was made or changed. Its messages were sent then, or were not wanted.
 */
const endedBeforeRule = ({ rule }: RuleSubject, { recoveredEpochMs }: Occurrence): boolean =>
  recoveredEpochMs !== null && recoveredEpochMs <= rule.updatedAt.getTime();

type Gathered = Unfinished<LiveEvaluation>;

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
  const inputs = await readSubjectInputs(
    context,
    industry,
    reaching.map(({ subject, of: fromEpochMs }) => ({ subject, fromEpochMs })),
    {
      kind,
      window,
      until: kind === 'totals' ? now : until,
      lastSeenOf: (unitKey) => standing.heard.get(unitKey) ?? null,
      seenOf: (subject) => standing.states.get(keyOfSubject(subject))?.machine.seen?.epochMs ?? -Infinity,
    },
  );
  await isolateFailures(context, industry, [...inputs.keys()], (subject) => {
    const input = inputs.get(subject);
    if (input !== undefined) judgeSubject(subject, { ...input, until }, standing, { gathered, now });
  });
  await isolateFailures(context, industry, silent, (subject) =>
    judgeSubject(subject, silenceOf(industry, subject, standing, now), standing, { gathered, now }),
  );
}

const isSilent = (subject: RuleSubject, standing: EvaluationState): boolean => {
  const seen = standing.states.get(keyOfSubject(subject))?.machine.seen?.epochMs;
  const last = newestOf(subject, standing);
  return subject.rule.alertType === 'device_status' && (last === undefined || (seen !== undefined && last <= seen));
};

/** Spec gap: a unit that has never sent is silent since a rule watches it, which its first look has noted. */
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

/** Judges the input of one subject, and adds the result to `gathered`. */
function judgeSubject(
  subject: RuleSubject,
  input: AlertInput,
  standing: EvaluationState,
  { gathered, now }: { readonly gathered: Gathered; readonly now: EpochMillis },
): void {
  const { rule } = subject;
  const { states, open } = standing;
  const before = states.get(keyOfSubject(subject));
  const deaths = rule.alertType === 'device_status' ? standing.deaths.get(unitKeyOf(subject)) : undefined;
  const known = input.kind === 'readings' && deaths !== undefined ? { ...input, deaths } : input;
  const looks = CONDITIONS[rule.alertType].judge(known, rule.settings);
  const stepped = step(before?.machine ?? INITIAL_STATE, looks, rule);
  const { ending, occurrences } = occurrencesOf(stepped.transitions, stepped.state);
  const mine = open.filter(
    (incident) => incident.ruleKey === rule.ruleKey && (incident.unitKey ?? WHOLE_INDUSTRY) === unitKeyOf(subject),
  );
  const siUnit = siUnitOfInput(input);
  if (ending !== null) {
    const incident = mine.find(({ windowStart }) => windowStart === ending.windowStartEpochMs);
    const litres = litresOf(ending.excess, siUnit);
    const peak = peakOfEnded(rule.alertType, ending);
    if (incident !== undefined) gathered.ended.push({ incident, ending: { ...ending, peak, litres } });
  }
  for (const one of occurrences) {
    const occurrence = { ...one, peak: peakOfEnded(rule.alertType, one) };
    gathered.found.push({
      subject,
      occurrence,
      siUnit,
      isLate: isLate(subject, occurrence, stepped.state, now),
      isNeverHeard: rule.alertType === 'device_status' && newestOf(subject, standing) === undefined,
    });
  }
  if (stepped.state !== before?.machine) gathered.lasting.push(...progressOfIncident(mine, stepped.state, siUnit));
  // An unchanged state is not written, but for subjects that are looked at once in a while.
  if (stepped.state === before?.machine && (input.kind === 'readings' || input.kind === 'totals')) return;
  gathered.states.push({
    ruleKey: rule.ruleKey,
    unitKey: unitKeyOf(subject),
    machine: stepped.state,
    evaluatedUntil: now,
  });
}

/** Progress of the incident that lasts by now; none where no incident does. */
export function progressOfIncident(
  open: readonly Incident[],
  { open: lasting }: MachineState,
  siUnit: string,
): LiveEvaluation['lasting'] {
  const incident = open.find(({ windowStart }) => windowStart === (lasting?.breach.window?.startEpochMs ?? null));
  if (lasting === null || incident === undefined) return [];
  const { value, peak, excess } = lasting.breach;
  return [{ incident, value, peak, litres: litresOf(excess, siUnit) }];
}

/**
 * A breach that is over, or was last seen so long ago that nobody knows, is history. A breach that lasts now is not,
 * however long it has, and silence lasts until a reading comes. A breach that had ended before its rule was made or
 * changed is history however short the time ago.
 */
export function isLate(
  subject: RuleSubject,
  occurrence: Occurrence,
  { seen }: MachineState,
  now: EpochMillis,
): boolean {
  if (endedBeforeRule(subject, occurrence)) return true;
  const { firedEpochMs, recoveredEpochMs } = occurrence;
  const before = now - subject.rule.lateAfterMinutes * MINUTE_MS;
  const isUnknown = subject.rule.alertType !== 'device_status' && (seen?.epochMs ?? 0) < before;
  return firedEpochMs < before && (recoveredEpochMs !== null || isUnknown);
}
