import { CONDITIONS } from './rules/conditions.ts';
import { correctedOutcomeOf, hasSameCondition } from './rules/correct-incident.ts';
import { INITIAL_STATE, type MachineState, resolveByHand, step } from './rules/incident.ts';
import type { Incident } from './rules/incident-record.ts';
import { isSame, type Occurrence, occurrencesOf } from './rules/occurrences.ts';
import { firstSeen } from './rules/silence-length.ts';
import { siUnitOfInput } from './rules/inputs.ts';
import type { AlertInputKind, Condition } from './rules/types.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { litresOf } from '../kernel/measure/litres.ts';
import { businessDateOf, dayStart, dayWindow } from '../kernel/time/business-clock.ts';
import { addDays, firstOfMonth, lastOfMonth, stretchesOf } from '../kernel/time/business-date.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/time/durations.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { DueDay, RuleState } from './store/evaluations.ts';
import { incidentsOfRules } from './store/incidents.ts';
import { LONGEST_REPLAY_MS } from './evaluate-live.ts';
import { type LoggedContext, isolateFailures } from './isolate-failures.ts';
import { type EvaluationState, isLate, progressOfIncident } from './judge-subject.ts';
import { WHOLE_INDUSTRY } from './read-inputs.ts';
import { byInput, keyOfSubject, readSubjectInputs, subjectKey, unitKeyOf } from './read-subject-inputs.ts';
import type { EvaluationResult, RuleSubject, Unfinished } from './write-evaluation.ts';

type PastEvaluation = Pick<EvaluationResult, 'found' | 'ended' | 'groundless' | 'corrected' | 'lasting'> & {
  readonly states: readonly RuleState[];
};

/** The span whose incidents are held against what the figures say now. */
interface Span {
  readonly fromEpochMs: EpochMillis;
  /** An incident that fires from here on belongs to another look. */
  readonly toEpochMs: EpochMillis;
  /** End of the looks, so that the end of a firing is seen. */
  readonly until: EpochMillis;
}

/**
 * Evaluates rules again over days whose figures have changed. New breaches become incidents, and incidents without
 * ground are withdrawn. Ended incidents get the peak and the amount of the present figures. Silence is left out,
 * because late readings do not undo it.
 */
export async function reevaluateHistory(
  context: LoggedContext,
  industry: Industry,
  subjects: readonly RuleSubject[],
  { due, standing }: { readonly due: readonly DueDay[]; readonly standing: EvaluationState },
): Promise<PastEvaluation> {
  const found: EvaluationResult['found'][number][] = [];
  const ended: EvaluationResult['ended'][number][] = [];
  // Several stretches may replay the same month, so an incident is told of once.
  const groundless = new Map<number, Incident>();
  const corrected = new Map<number, EvaluationResult['corrected'][number]>();
  const lasting: EvaluationResult['lasting'][number][] = [];
  const states = new Map<string, RuleState>();
  const today = businessDateOf(industry.clock, context.clock.now());
  const isFollowed = (subject: RuleSubject): boolean => standing.states.has(keyOfSubject(subject));
  for (const [some, days] of [
    [subjects.filter(isFollowed), due],
    // The first look of a rule judges the running day, and knows since when something lasts.
    [subjects.filter((subject) => !isFollowed(subject)), due.filter(({ date }) => date < today)],
  ] as const)
    for (const { from, to, concerned } of stretchesOfSubjects(some, days))
      for (const group of byInput(concerned)) {
        const past = await reevaluateGroup(context, industry, group, { from, to, standing });
        for (const finding of past.found) found.push(finding);
        for (const end of past.ended) ended.push(end);
        for (const incident of past.groundless) groundless.set(incident.incidentKey, incident);
        for (const one of past.corrected) corrected.set(one.incident.incidentKey, one);
        for (const one of past.lasting) lasting.push(one);
        for (const state of past.states) states.set(subjectKey(state.ruleKey, state.unitKey), state);
      }
  return {
    found,
    ended,
    groundless: [...groundless.values()],
    corrected: [...corrected.values()],
    lasting,
    states: [...states.values()],
  };
}

/** Days in a row that have changed, each time with the subjects that they concern. */
const stretchesOfSubjects = (subjects: readonly RuleSubject[], due: readonly DueDay[]) =>
  [...stretchesOf(due.map(({ date }) => date))].map(([from, to]) => {
    const changed = new Set(due.filter(({ date }) => date >= from && date <= to).flatMap(({ unitKeys }) => unitKeys));
    const concerned = subjects.filter(
      ({ rule, stored }) =>
        rule.alertType !== 'device_status'
        && (stored === null || stored.current.group === 'VIRTUAL' || changed.has(stored.unitKey)),
    );
    return { from, to, concerned };
  });

function spanOf(
  { clock }: Industry,
  { kind, window, longestLookBackMs }: Kind & { readonly longestLookBackMs: number },
  { from, to, now }: { readonly from: BusinessDate; readonly to: BusinessDate; readonly now: EpochMillis },
): Span {
  if (window === 'month') {
    const toEpochMs = Math.min(now, dayStart(clock, addDays(lastOfMonth(to), 1)));
    return { fromEpochMs: dayStart(clock, firstOfMonth(from)), toEpochMs, until: toEpochMs };
  }
  const fromEpochMs = dayStart(clock, from);
  const { endEpochMs } = dayWindow(clock, to);
  // A verdict over several days changes with each of them.
  const lengthened = kind === 'readings' || kind === 'totals' ? 0 : longestLookBackMs;
  const toEpochMs = Math.min(now, endEpochMs + lengthened);
  return { fromEpochMs, toEpochMs, until: kind === 'totals' ? toEpochMs : Math.min(now, toEpochMs + DAY_MS) };
}

/** The fields that subjects of a group share. */
interface Kind {
  readonly kind: AlertInputKind;
  readonly window: Condition['window'];
}

const NOTHING: PastEvaluation = { found: [], ended: [], groundless: [], corrected: [], lasting: [], states: [] };

/** A replay that begins within a hold time would not see the incident fire. */
const lookBackMsOf = ({ alertType, settings, holdMinutes }: RuleSubject['rule']): number =>
  (CONDITIONS[alertType].lookBackMinutes(settings) + holdMinutes) * MINUTE_MS;

async function reevaluateGroup(
  context: LoggedContext,
  industry: Industry,
  asked: readonly RuleSubject[],
  { from, to, standing }: { from: BusinessDate; to: BusinessDate; standing: EvaluationState },
): Promise<PastEvaluation> {
  const now = context.clock.now();
  const [first] = asked;
  if (first === undefined) return NOTHING;
  const { needs, window } = CONDITIONS[first.rule.alertType];
  const kind = needs(first.rule.scope.kind);
  const isRunning = businessDateOf(industry.clock, now) <= to && window !== 'month';
  // Only a replay from an incident's beginning knows whether it lasts.
  const openSince = new Map(
    standing.open.map(({ ruleKey, unitKey, openedAt }) => [
      subjectKey(ruleKey ?? 0, unitKey ?? WHOLE_INDUSTRY),
      isRunning && window === null ? openedAt : Infinity,
    ]),
  );
  const openedOf = (subject: RuleSubject): EpochMillis => openSince.get(keyOfSubject(subject)) ?? Infinity;
  const reaching = await isolateFailures(
    context,
    industry,
    asked.filter((subject) => openedOf(subject) >= now - LONGEST_REPLAY_MS),
    ({ rule }) => lookBackMsOf(rule),
  );
  const group = reaching.map(({ subject }) => subject);
  if (group.length === 0) return NOTHING;
  const longestLookBackMs = Math.max(...new Set(reaching.map(({ of }) => of)));
  const span = spanOf(industry, { kind, window, longestLookBackMs }, { from, to, now });
  const backOf = ({ subject, of: lookBackMs }: (typeof reaching)[number]): EpochMillis =>
    window === null ? Math.min(span.fromEpochMs, openedOf(subject)) - lookBackMs : span.fromEpochMs;
  const inputs = await readSubjectInputs(
    context,
    industry,
    reaching.map((one) => ({ subject: one.subject, fromEpochMs: backOf(one) })),
    { kind, window, until: span.until, lastSeenOf: () => null, seenOf: () => -Infinity },
  );
  const ruleKeys = [...new Set(group.map(({ rule }) => rule.ruleKey))];
  const recorded = Map.groupBy(
    await incidentsOfRules(context.database, industry.industryKey, ruleKeys, {
      from: span.fromEpochMs,
      to: span.until,
    }),
    (incident) => subjectKey(incident.ruleKey ?? 0, incident.unitKey ?? WHOLE_INDUSTRY),
  );
  const past: Unfinished<PastEvaluation> = {
    found: [],
    ended: [],
    groundless: [],
    corrected: [],
    lasting: [],
    states: [],
  };
  await isolateFailures(context, industry, [...inputs.keys()], (subject) => {
    const input = inputs.get(subject);
    if (input === undefined) return;
    const looks = CONDITIONS[subject.rule.alertType].judge(input, subject.rule.settings);
    const stepped = step(INITIAL_STATE, looks, subject.rule);
    compare(
      subject,
      {
        ...stepped,
        siUnit: siUnitOfInput(input),
        firstLookAt: looks[0]?.at ?? now,
        recorded: recorded.get(keyOfSubject(subject)) ?? [],
      },
      { span, isRunning, now, standing },
      past,
    );
  });
  return past;
}

interface Replayed {
  readonly siUnit: string;
  readonly state: MachineState;
  readonly transitions: Parameters<typeof occurrencesOf>[0];
  readonly firstLookAt: EpochMillis;
  readonly recorded: readonly Incident[];
}

/** Differences between the replay of one subject and its recorded incidents. */
function compare(
  subject: RuleSubject,
  { siUnit, state, transitions, firstLookAt, recorded }: Replayed,
  { span, isRunning, now, standing }: { span: Span; isRunning: boolean; now: EpochMillis; standing: EvaluationState },
  past: Unfinished<PastEvaluation>,
): void {
  const { occurrences } = occurrencesOf(transitions, state);
  const standingOnes = recorded.filter((incident) => incident.state !== 'withdrawn');
  const isInSpan = (at: EpochMillis): boolean => at >= span.fromEpochMs && at < span.toEpochMs;
  const unknown = occurrences.filter(
    (occurrence) => isInSpan(occurrence.firedEpochMs) && !standingOnes.some((incident) => isSame(occurrence, incident)),
  );
  for (const occurrence of unknown) {
    const over = endedWithin(occurrence, isRunning ? null : span.until);
    past.found.push({
      subject,
      occurrence: over,
      siUnit,
      isLate: isLate(subject, over, state, now),
      isNeverHeard: false,
    });
  }
  const groundless = standingOnes.filter(
    (incident) =>
      // An incident of another definition of the rule that is over is held against that one alone.
      (incident.state === 'open' || (incident.state === 'recovered' && hasSameCondition(incident, subject.rule)))
      && isInSpan(incident.openedAt)
      && !occurrences.some((occurrence) => isSame(occurrence, incident)),
  );
  past.groundless.push(...groundless);
  past.corrected.push(
    ...standingOnes.flatMap((incident) => {
      if (incident.state !== 'recovered' || !hasSameCondition(incident, subject.rule)) return [];
      const holds = correctedOutcomeOf(incident, standingOnes, occurrences, firstLookAt);
      if (holds === null) return [];
      const { closedAt: at, excess, ...told } = holds;
      return [{ incident, ending: { ...told, at, litres: litresOf(excess, siUnit) } }];
    }),
  );
  const open = standingOnes.find((incident) => incident.state === 'open' && !groundless.includes(incident));
  const machine = { ruleKey: subject.rule.ruleKey, unitKey: unitKeyOf(subject), evaluatedUntil: now };
  if (isRunning) {
    if (open !== undefined) {
      const own = occurrences.filter((occurrence) => isSame(occurrence, open));
      const sinceEpochMs = beginningOf(open, own, firstLookAt);
      if (state.open === null) {
        const same = own.at(-1);
        const at = same?.recoveredEpochMs ?? span.fromEpochMs;
        const until = same?.durationMs == null ? at : same.sinceEpochMs + same.durationMs;
        const litres = litresOf(same?.excess ?? null, siUnit);
        past.ended.push({
          incident: open,
          ending: { at, sinceEpochMs, durationMs: until - sinceEpochMs, peak: same?.peak ?? open.peak, litres },
        });
      }
      past.lasting.push(...progressOfIncident([open], state, siUnit, sinceEpochMs));
    }
    // Somebody has resolved it by hand, so it has to last for its hold time again.
    const isKnown = open !== undefined || unknown.some(({ recoveredEpochMs }) => recoveredEpochMs === null);
    past.states.push({ ...machine, machine: state.open !== null && !isKnown ? resolveByHand(state) : state });
    return;
  }
  const live = standing.states.get(keyOfSubject(subject));
  if (live !== undefined && groundless.some((incident) => incident.state === 'open'))
    past.states.push({ ...machine, machine: resolveByHand(live.machine) });
}

/** The first look that breached. A replay that looks at less than the incident's own time does not know it. */
function beginningOf(incident: Incident, [first]: readonly Occurrence[], firstLookAt: EpochMillis): EpochMillis {
  const known = firstSeen(incident);
  return first === undefined || known < firstLookAt || first.sinceEpochMs <= firstLookAt ? known : first.sinceEpochMs;
}

/** An occurrence that lasts at the end of past days, ended there, because a replay of them looks no further. */
const endedWithin = (occurrence: Occurrence, until: EpochMillis | null): Occurrence =>
  occurrence.recoveredEpochMs !== null || until === null
    ? occurrence
    : { ...occurrence, recoveredEpochMs: until, durationMs: until - occurrence.sinceEpochMs };
