import { CONDITIONS } from './rules/conditions.ts';
import { INITIAL_STATE, type MachineState, step } from './rules/incident.ts';
import type { Incident } from './rules/incident-record.ts';
import { type Occurrence, occurrencesOf } from './rules/occurrences.ts';
import { firstSeen, peakOfEnded } from './rules/silence-length.ts';
import { siUnitOfInput } from './rules/inputs.ts';
import type { AlertInput } from './rules/types.ts';
import { litresOf } from '../kernel/measure/litres.ts';
import { MINUTE_MS } from '../kernel/time/durations.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import type { UnitDeath } from '../readings/rules/unit-death.ts';
import type { RuleState } from './store/evaluations.ts';
import { WHOLE_INDUSTRY } from './read-inputs.ts';
import { keyOfSubject, unitKeyOf } from './read-subject-inputs.ts';
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

export type LiveEvaluation = Pick<EvaluationResult, 'found' | 'ended' | 'lasting'> & {
  readonly states: readonly RuleState[];
};
export type Gathered = Unfinished<LiveEvaluation>;

/** The newest reading that a subject can look at. An estimate does not end a silence. */
export const newestOf = (subject: RuleSubject, { newest, heard }: EvaluationState): EpochMillis | undefined =>
  (subject.rule.alertType === 'device_status' ? heard : newest).get(unitKeyOf(subject));

interface Judging {
  readonly gathered: Gathered;
  readonly now: EpochMillis;
  /** Occurrences that were over by then are left out, because the input reaches back for those that were not. */
  readonly leftOutUntil?: EpochMillis;
}

/** Judges the input of one subject, and adds the result to `gathered`. */
export function judgeSubject(
  subject: RuleSubject,
  input: AlertInput,
  standing: EvaluationState,
  { gathered, now, leftOutUntil = -Infinity }: Judging,
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
    if (incident !== undefined) {
      // A correction may have cut the incident in two, and it began with the first part.
      const sinceEpochMs = firstSeen(incident);
      const durationMs = ending.sinceEpochMs + ending.durationMs - sinceEpochMs;
      gathered.ended.push({ incident, ending: { ...ending, sinceEpochMs, durationMs, peak, litres } });
    }
  }
  for (const one of occurrences) {
    if ((one.recoveredEpochMs ?? Infinity) <= leftOutUntil) continue;
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

/**
 * Progress of the incident that lasts by now; none where no incident does.
 * @param sinceEpochMs where a correction has moved its beginning; null: as it was
 */
export function progressOfIncident(
  open: readonly Incident[],
  { open: lasting }: MachineState,
  siUnit: string,
  sinceEpochMs: EpochMillis | null = null,
): LiveEvaluation['lasting'] {
  const incident = open.find(({ windowStart }) => windowStart === (lasting?.breach.window?.startEpochMs ?? null));
  if (lasting === null || incident === undefined) return [];
  const { value, peak, excess } = lasting.breach;
  return [{ incident, value, peak, litres: litresOf(excess, siUnit), sinceEpochMs }];
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

/**
 * True when an occurrence ended before its rule was made or changed. Its messages were sent then, or were not wanted.
 */
const endedBeforeRule = ({ rule }: RuleSubject, { recoveredEpochMs }: Occurrence): boolean =>
  recoveredEpochMs !== null && recoveredEpochMs <= rule.updatedAt.getTime();
