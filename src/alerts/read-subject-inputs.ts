import type { DataContext } from '../context.ts';
import { CONDITIONS } from './rules/conditions.ts';
import type { AlertInput, AlertInputKind, AlertType, Condition } from './rules/types.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { withCrossings } from './read-crossings.ts';
import { readInputs, WHOLE_INDUSTRY } from './read-inputs.ts';
import type { RuleSubject } from './write-evaluation.ts';

export const unitKeyOf = ({ stored }: RuleSubject): number => stored?.unitKey ?? WHOLE_INDUSTRY;
export const subjectKey = (ruleKey: number, unitKey: number): string => `${ruleKey} ${unitKey}`;
export const keyOfSubject = (subject: RuleSubject): string => subjectKey(subject.rule.ruleKey, unitKeyOf(subject));

/** Subjects in groups that look at input of one kind and window. */
export const byInput = (subjects: readonly RuleSubject[]): Iterable<readonly RuleSubject[]> =>
  Map.groupBy(subjects, ({ rule: { alertType, scope } }) => {
    const { needs, window } = CONDITIONS[alertType];
    return `${needs(scope.kind)} ${window ?? ''}`;
  }).values();

/** Earliest instant, without spread arguments, because a call takes only so many. */
export const earliestInstant = (instants: readonly EpochMillis[]): EpochMillis =>
  instants.reduce((first, at) => Math.min(first, at), Infinity);

/** The subjects of a group share kind and window. */
interface SubjectInputsWanted {
  readonly kind: AlertInputKind;
  readonly window: Condition['window'];
  /** Later readings are not looked at. */
  readonly until: EpochMillis;
  /** Time of the newest genuine reading of a unit; null: none is known. */
  readonly lastSeenOf: (unitKey: number) => EpochMillis | null;
  /** Looks of a subject up to here were taken before; -Infinity: none was. */
  readonly seenOf: (subject: RuleSubject) => EpochMillis;
}

/** Inputs of a group of subjects, each from its own instant on, read together. Subjects without one are absent. */
export async function readSubjectInputs(
  context: DataContext,
  industry: Industry,
  reaching: readonly { readonly subject: RuleSubject; readonly fromEpochMs: EpochMillis }[],
  { kind, window, until, lastSeenOf, seenOf }: SubjectInputsWanted,
): Promise<ReadonlyMap<RuleSubject, AlertInput>> {
  if (reaching.length === 0) return new Map();
  const subjects = reaching.map(({ subject }) => subject);
  const earliestOf = (some: typeof reaching): EpochMillis =>
    earliestInstant(some.map(({ fromEpochMs }) => fromEpochMs));
  const inputs = await readInputs(context, industry, {
    kind,
    window,
    units: [...Map.groupBy(reaching, ({ subject }) => unitKeyOf(subject))].flatMap(([unitKey, of]) => {
      const stored = of[0]?.subject.stored ?? null;
      return stored === null ? [] : [{ stored, fromEpochMs: earliestOf(of), lastSeen: lastSeenOf(unitKey) }];
    }),
    fromEpochMs: earliestOf(reaching),
    until,
    withNightBands: unitsOfType(subjects, 'stable_flow_alert'),
    withParameters: unitsOfType(subjects, 'quality_threshold'),
  });
  const looking = subjects.flatMap((subject) => {
    const input = inputs.get(unitKeyOf(subject));
    return input === undefined ? [] : [{ ...subject, input, seen: seenOf(subject), subject }];
  });
  const looked = await withCrossings(context, industry, looking);
  return new Map(looking.map(({ subject, input }, place) => [subject, looked[place] ?? input]));
}

/** Units that need more than readings: night flow judges steady flow, and parameters judge quality. */
const unitsOfType = (subjects: readonly RuleSubject[], type: AlertType): ReadonlySet<number> =>
  new Set(subjects.filter(({ rule }) => rule.alertType === type).map(unitKeyOf));
