import { enqueueEvaluations } from './enqueue-evaluation.ts';
import { callsOfOpen, openIncidents } from './store/incidents.ts';
import type { DataContext, Context } from '../context.ts';
import type { Incident } from './rules/incident-record.ts';
import { isSame } from './rules/occurrences.ts';
import { subjectsOf } from './rules/subjects.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { businessAt, businessDateOf } from '../kernel/time/business-clock.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { listRules, watchedIndustries } from './store/alert-rules.ts';
import {
  clearDueDays,
  clearNews,
  type DueDay,
  type EvaluationProgress,
  evaluationProgress,
  forgetUnitStates,
  renewEvaluation,
  type RuleState,
  saveRuleStates,
  type WaitingNews,
} from './store/evaluations.ts';
import { lastHeardBefore } from './store/span-readings.ts';
import { findNewestIndustry } from '../platform/directory/find-newest-industry.ts';
import { latestReadings } from '../readings/store/readings.ts';
import { dueEscalations, mayEscalate } from './escalate.ts';
import { lastingDeaths } from '../readings/store/unit-deaths.ts';
import { evaluateLive, readFrom } from './evaluate-live.ts';
import type { LoggedContext } from './isolate-failures.ts';
import type { EvaluationState } from './judge-subject.ts';
import { WHOLE_INDUSTRY } from './read-inputs.ts';
import { earliestInstant, keyOfSubject, subjectKey, unitKeyOf } from './read-subject-inputs.ts';
import { reevaluateHistory } from './reevaluate-history.ts';
import { type EvaluationResult, type RuleSubject, writeEvaluation } from './write-evaluation.ts';
import type { BatchQueueClient } from '../platform/queue/client.ts';

/** Asks for an evaluation of every industry of which something is watched: silence sends nothing, and time passes. */
export async function enqueueAllEvaluations(
  { database }: Pick<Context, 'database'>,
  queue: Pick<BatchQueueClient, 'sendEach'>,
): Promise<void> {
  const watched = await watchedIndustries(database);
  await enqueueEvaluations(
    queue,
    watched.map(({ industryId }) => industryId),
  );
}

interface Evaluated {
  /** Transitions that somebody is to hear of. */
  readonly told: number;
  /** More days wait than one evaluation takes. */
  readonly hasMore: boolean;
}

const NOTHING: Evaluated = { told: 0, hasMore: false };
/** Most attempts, because a write meanwhile makes an evaluation begin again. */
const MOST_ATTEMPTS = 5;
/** Unit-days evaluated again at once, which take a few seconds. */
const UNIT_DAYS_AT_ONCE = 3000;
const MOST_DUE_DAYS = 400;

/**
 * Evaluates the rules of an industry on new data. All input is read and judged first. One transaction then writes the
 * result, unless another process has written meanwhile. Two processes record one incident for this reason, and a kill
 * loses nothing and doubles nothing.
 */
export async function evaluateIndustry(context: LoggedContext, industryId: string): Promise<Evaluated> {
  const industry = await findNewestIndustry(context, industryId);
  if (industry === null || !industry.isActive) return NOTHING;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const evaluated = await evaluateOnce(context, industry);
    if (evaluated !== null) return evaluated;
  }
  throw new Error(`Alerts of ${industryId} were written by others ${MOST_ATTEMPTS} times meanwhile.`);
}

/** null: somebody else has written since this began. */
async function evaluateOnce(context: LoggedContext, industry: Industry): Promise<Evaluated | null> {
  const { database, clock } = context;
  const { industryKey } = industry;
  // The version is read before the rules, so that a rule changed meanwhile makes the evaluation begin again.
  const progress = await evaluationProgress(database, industryKey, MOST_DUE_DAYS);
  const { version, news, dueDays: waiting } = progress;
  const rules = (await listRules(database, industryKey)).filter((rule) => rule.isEnabled);
  if (rules.length === 0) return NOTHING;
  const subjects = subjectsOf(rules, industry);
  const standing = await readEvaluationState(context, industry, subjects, progress);
  const due = firstDays(waiting);
  const unwatched = unwatchedOf(subjects, standing);
  const past = await reevaluateHistory(context, industry, subjects, {
    due: [...due, ...lateToday(context, industry, news, standing)],
    standing,
  });
  const looked = new Set(past.states.map(({ ruleKey, unitKey }) => subjectKey(ruleKey, unitKey)));
  const live = await evaluateLive(
    context,
    industry,
    subjects.filter((subject) => !looked.has(keyOfSubject(subject))),
    standing,
  );
  const over = new Set(
    [...past.ended, ...live.ended].map(({ incident }) => incident).concat(past.groundless, unwatched.incidents),
  );
  const calls = mayEscalate(standing.open, rules)
    ? dueEscalations(
        standing.open.filter((incident) => !over.has(incident)),
        rules,
        await callsOfOpen(database, industryKey),
        { now: clock.now(), timezone: industry.clock.timezone },
      )
    : [];
  const evaluation = {
    found: [...withoutThoseOf(live.found, past.found), ...live.found],
    ended: [...past.ended, ...live.ended],
    groundless: past.groundless,
    unwatched: unwatched.incidents,
    corrected: past.corrected,
    lasting: [...past.lasting, ...live.lasting],
    calls,
  };
  const changed = [...past.states, ...live.states].filter(
    (state) => standing.states.get(subjectKey(state.ruleKey, state.unitKey)) !== state,
  );
  // A look at which nothing has happened writes nothing. Whoever changes a rule meanwhile asks for another one.
  const hasResult = Object.values(evaluation).some((part) => part.length > 0);
  const hasRead = changed.length + unwatched.states.length + due.length + news.length > 0;
  if (!hasResult && !hasRead) return NOTHING;
  return database.transaction(async (transaction) => {
    const now = clock.now();
    if (!(await renewEvaluation(transaction, industryKey, version, now))) return null;
    const told = await writeEvaluation(transaction, industryKey, evaluation, now);
    await saveRuleStates(transaction, industryKey, changed);
    await forgetUnitStates(transaction, industryKey, unwatched.states);
    await clearDueDays(transaction, industryKey, due);
    await clearNews(transaction, industryKey, news);
    return { told, hasMore: due.length < waiting.length };
  });
}

/**
 * Findings of replayed days, less those that the first look of a rule has found as well. The first look reads more days
 * than the replay of a day that has just settled, so its finding counts.
 */
function withoutThoseOf(live: EvaluationResult['found'], past: EvaluationResult['found']): EvaluationResult['found'] {
  const bySubject = Map.groupBy(live, ({ subject }) => keyOfSubject(subject));
  return past.filter(
    ({ subject, occurrence }) =>
      !bySubject
        .get(keyOfSubject(subject))
        ?.some(({ occurrence: { windowStart, firedEpochMs: openedAt, recoveredEpochMs: closedAt } }) =>
          isSame(occurrence, { windowStart, openedAt, closedAt }),
        ),
  );
}

/**
 * Subjects that no rule watches any more, because the unit was removed or has a rule of its own by now. Spec gap: their
 * incidents end without a message.
 */
function unwatchedOf(
  subjects: readonly RuleSubject[],
  { states, open }: EvaluationState,
): { readonly states: readonly RuleState[]; readonly incidents: readonly Incident[] } {
  const watched = new Set(subjects.map(keyOfSubject));
  return {
    states: [...states].flatMap(([key, state]) => (watched.has(key) ? [] : state)),
    incidents: open.filter(
      ({ ruleKey, unitKey }) => ruleKey !== null && !watched.has(subjectKey(ruleKey, unitKey ?? WHOLE_INDUSTRY)),
    ),
  };
}

async function readEvaluationState(
  { database, clock }: DataContext,
  { industryKey, clock: businessClock }: Industry,
  subjects: readonly RuleSubject[],
  progress: EvaluationProgress,
): Promise<EvaluationState> {
  const unitKeys = [...new Set(subjects.filter(({ stored }) => stored !== null).map(unitKeyOf))];
  const states = new Map(progress.states.map((state) => [subjectKey(state.ruleKey, state.unitKey), state]));
  const ofSilence = subjects.filter(({ rule, stored }) => rule.alertType === 'device_status' && stored !== null);
  const froms = Map.groupBy(
    (progress.hasDeaths ? ofSilence : []).flatMap((subject) => {
      try {
        return [{ unitKey: unitKeyOf(subject), fromEpochMs: readFrom(subject, { states }, clock.now()) }];
      } catch {
        // The rule cannot be followed, which is logged where it is judged.
        return [];
      }
    }),
    ({ unitKey }) => unitKey,
  );
  const latest = await latestReadings(database, unitKeys);
  const silenceKeys = new Set(ofSilence.map(unitKeyOf));
  const until = clock.now() + 1;
  return {
    states,
    deaths: await lastingDeaths(
      database,
      industryKey,
      [...froms].map(([unitKey, of]) => ({ unitKey, fromEpochMs: earliestInstant(of.map((one) => one.fromEpochMs)) })),
    ),
    open: progress.hasOpenIncidents ? await openIncidents(database, industryKey) : [],
    newest: new Map(latest.map(({ unitKey, createdOn }) => [unitKey, createdOn.getTime()])),
    heard: await heardOf(
      database,
      latest.filter(({ unitKey }) => silenceKeys.has(unitKey)),
      { at: businessAt(businessClock, until), instant: until },
    ),
  };
}

/**
 * Newest genuine readings by now. Those of before are looked for where the newest is an estimate, or of a device whose
 * clock is ahead, which is seldom.
 */
async function heardOf(
  database: DataContext['database'],
  latest: Awaited<ReturnType<typeof latestReadings>>,
  before: Parameters<typeof lastHeardBefore>[2],
): Promise<EvaluationState['heard']> {
  const tellsNothing = ({ estimated, createdOn }: (typeof latest)[number]): boolean =>
    estimated || createdOn.getTime() >= before.instant;
  const keys = latest.flatMap((reading) => (tellsNothing(reading) ? reading.unitKey : []));
  const genuine = await lastHeardBefore(database, keys, before);
  return new Map(
    latest.flatMap((reading): [number, EpochMillis][] => {
      const at = tellsNothing(reading) ? genuine.get(reading.unitKey) : reading.createdOn.getTime();
      return at == null ? [] : [[reading.unitKey, at]];
    }),
  );
}

/**
 * The running day, with the units that have sent or corrected readings older than the newest reading that a rule has
 * judged.
 */
function lateToday(
  { clock }: DataContext,
  industry: Industry,
  news: readonly WaitingNews[],
  { states }: EvaluationState,
): DueDay[] {
  const seen = new Map<number, number>();
  for (const { unitKey, machine } of states.values())
    if (machine.seen !== null) seen.set(unitKey, Math.max(seen.get(unitKey) ?? -Infinity, machine.seen.epochMs));
  const late = news.flatMap(({ changed }) =>
    changed.flatMap(({ unitKey, afterEpochMs }) => (afterEpochMs < (seen.get(unitKey) ?? -Infinity) ? unitKey : [])),
  );
  return late.length === 0 ? [] : [{ date: businessDateOf(industry.clock, clock.now()), unitKeys: [...new Set(late)] }];
}

/** The oldest days that one evaluation takes: one at least, and no more than {@link UNIT_DAYS_AT_ONCE} unit-days. */
function firstDays<D extends DueDay>(waiting: readonly D[]): D[] {
  let unitDays = 0;
  return waiting.filter(({ unitKeys }, index) => {
    unitDays += unitKeys.length;
    return index === 0 || unitDays <= UNIT_DAYS_AT_ONCE;
  });
}
