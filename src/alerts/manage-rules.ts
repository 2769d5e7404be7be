import { enqueueEvaluation } from './enqueue-evaluation.ts';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Context, DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Actor } from '../platform/login/rules/caller.ts';
import type { AuditVerb } from '../platform/login/rules/audit-verbs.ts';
import { readRule } from './rules/read-rule.ts';
import { type AlertRule, type RuleChannels, type RuleDefinition, ruleFacts } from './rules/rule.ts';
import { withStoredWebhooks } from './rules/webhook-address.ts';
import { invalid, ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { withNamed } from '../kernel/industry/retired.ts';
import { isObject } from '../kernel/json.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { type ExpectedVersion, requireVersion } from '../kernel/versions/if-match.ts';
import type { QueueClient } from '../platform/queue/client.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import { deleteRule, holdRule, insertRule, listRules, replaceRule } from './store/alert-rules.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import { problemOfWebAddress } from '../platform/channels/public-address.ts';
import { forgetRuleStates, touchEvaluation } from './store/evaluations.ts';
import { addTransitions, closeIncidents } from './store/incident-writes.ts';
import { openIncidents } from './store/incidents.ts';
import { type Because, BECAUSE } from './rules/transition-reasons.ts';

interface RuleChange {
  readonly ruleId: string;
  readonly by: Actor;
  /** The version that must be in force; null: whichever it is. */
  readonly expected: ExpectedVersion | null;
}

type Defining = DataContext & Pick<Context, 'log' | 'config'>;

interface RuleAct {
  readonly at: EpochMillis;
  readonly actor: Actor;
  readonly verb: Extract<AuditVerb, `rule.${string}`>;
  readonly rules:
    | { readonly before: AlertRule | null; readonly after: AlertRule }
    | { readonly before: AlertRule; readonly after: null };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @throws ServiceError 404 for a text that cannot be the id of a rule or incident. */
export function requireAlertId(id: string): string {
  if (UUID.test(id)) return id.toLowerCase();
  throw unknownAlert(id);
}

export const unknownAlert = (id: string): ServiceError =>
  new ServiceError(404, `Invalid alertId ${id.slice(0, 80)} or you do not have permission to access this alert.`);

/** Spec gap: each evaluation reads all of them. */
const MOST_RULES = 500;

function tooManyRules(): ServiceError {
  return invalid(1430, 'body', `is one rule too many, allowed are ${MOST_RULES} of an industry; delete another before`);
}

/** @throws ServiceError 1430 with every mistake of the body; nothing is written then. */
export async function addAlertRule(
  context: Defining,
  queue: QueueClient,
  industry: Industry,
  body: unknown,
  by: Actor,
): Promise<AlertRule> {
  const { database, clock } = context;
  const { industryKey } = industry;
  const rule = withStoredWebhooks(givenRule(context, industry, body), null);
  const stored = await database.transaction(async (transaction) => {
    // Another writer of a rule waits, so that each counts those before.
    await touchEvaluation(transaction, industryKey, clock.now());
    if ((await listRules(transaction, industryKey)).length >= MOST_RULES) throw tooManyRules();
    const made = await insertRule(transaction, industryKey, {
      ruleId: randomUUID(),
      rule,
      definition: isObject(body) ? body : {},
      by: by.userId,
      at: new Date(clock.now()),
    });
    const rules = { before: null, after: made };
    await audit(transaction, industry, { at: clock.now(), actor: by, verb: 'rule.create', rules });
    return made;
  });
  await evaluateSoon(context, queue, industry);
  return stored;
}

/** Rules in the order of their definition. */
export const readAlertRules = (
  { database }: Pick<Context, 'database'>,
  { industryKey }: Industry,
): Promise<AlertRule[]> => listRules(database, industryKey);

/** @throws ServiceError 404 for an id of which the industry has no rule. */
export async function readAlertRule(
  context: Pick<Context, 'database'>,
  industry: Industry,
  ruleId: string,
): Promise<AlertRule> {
  const id = requireAlertId(ruleId);
  const found = (await readAlertRules(context, industry)).find((rule) => rule.ruleId === id);
  if (found === undefined) throw unknownAlert(ruleId);
  return found;
}

/**
 * Replaces the definition of a rule. Incidents open by another condition, scope or hold time are resolved, because
 * nobody watches them any more.
 * @throws ServiceError 1430 for mistakes of the body, 404 for an id of which the industry has no rule, 412 when another
 * version is in force than expected. No change is written then.
 */
export async function changeAlertRule(
  context: Defining,
  queue: QueueClient,
  industry: Industry,
  body: unknown,
  change: RuleChange,
): Promise<AlertRule> {
  const { clock } = context;
  const { by } = change;
  const known = (await readAlertRules(context, industry)).find(({ ruleId }) => ruleId === change.ruleId.toLowerCase());
  // A unit that was retired since stays in its rule, which can be changed and switched off all the same.
  const given = givenRule(context, withNamed(industry, known?.scope.ids ?? []), body);
  const stored = await changed(context, industry, change, async (transaction, before) => {
    const rule = withStoredWebhooks(given, before);
    const at = clock.now();
    if (!watchesTheSame(before, rule))
      await endIncidents(transaction, industry, before, { at, by, because: BECAUSE.ruleChanged });
    const after = await replaceRule(transaction, industry.industryKey, {
      ruleId: before.ruleId,
      rule,
      definition: isObject(body) ? body : {},
      by: by.userId,
      at: new Date(at),
    });
    await audit(transaction, industry, { at, actor: by, verb: 'rule.change', rules: { before, after } });
    return after;
  });
  await evaluateSoon(context, queue, industry);
  return stored;
}

/** Incidents open by the rule are resolved. @throws ServiceError 404 and 412 as {@link changeAlertRule}. */
export const removeAlertRule = (context: DataContext, industry: Industry, change: RuleChange): Promise<void> =>
  changed(context, industry, change, async (transaction, rule) => {
    const at = context.clock.now();
    const { by } = change;
    await endIncidents(transaction, industry, rule, { at, by, because: BECAUSE.ruleDeleted });
    await deleteRule(transaction, industry.industryKey, { ruleId: rule.ruleId, by: by.userId, at: new Date(at) });
    await audit(transaction, industry, { at, actor: by, verb: 'rule.remove', rules: { before: rule, after: null } });
  });

function givenRule({ config }: Pick<Context, 'config'>, industry: Industry, body: unknown): RuleDefinition {
  const rule = readRule(body, industry);
  if (!config.chatSpace.allowPrivate) requirePublicWebhooks(rule);
  return rule;
}

/** @throws ServiceError 1430 for a chat space that no message would leave for */
function requirePublicWebhooks({ channels, escalation }: Pick<RuleDefinition, 'channels' | 'escalation'>): void {
  const named: readonly (readonly [string, RuleChannels])[] = [
    ['channels', channels],
    ...escalation.map((step, index) => [`escalation[${index}].channels`, step.channels] as const),
  ];
  const problems = named.flatMap(([path, { chat }]) => {
    const problem = chat?.webhookUrl == null ? null : problemOfWebAddress(new URL(chat.webhookUrl));
    return problem === null ? [] : [{ field: `${path}.chat.webhookUrl`, problem }];
  });
  const [first] = problems;
  if (first !== undefined) throw new ServiceError(1430, `Invalid 'body': '${first.field}' ${first.problem}`, problems);
}

async function evaluateSoon(
  { log }: Pick<Context, 'log'>,
  queue: QueueClient,
  { industryId }: Industry,
): Promise<void> {
  try {
    await enqueueEvaluation(queue, industryId);
  } catch (error) {
    // The schedule evaluates within a minute.
    log.warn({ industry: industryId, error: reasonOf(error) }, 'an evaluation of alerts could not be queued');
  }
}

const audit = (transaction: Querier, { industryKey }: Industry, { at, actor, verb, rules }: RuleAct): Promise<void> =>
  writeAudit(transaction, {
    at,
    actor,
    industryKey,
    verb,
    subject: (rules.after ?? rules.before).ruleId,
    ...ruleFacts(rules.before, rules.after),
  });

const changed = <T>(
  { database, clock }: DataContext,
  { industryKey }: Industry,
  { ruleId, expected }: RuleChange,
  change: (transaction: Querier, rule: AlertRule) => Promise<T>,
): Promise<T> =>
  database.transaction(async (transaction) => {
    await touchEvaluation(transaction, industryKey, clock.now());
    const rule = await holdRule(transaction, industryKey, requireAlertId(ruleId));
    if (rule === null) throw unknownAlert(ruleId);
    requireVersion(expected, rule.version, 'rule');
    return change(transaction, rule);
  });

interface End {
  readonly at: EpochMillis;
  readonly by: Actor;
  readonly because: Because;
}

async function endIncidents(
  transaction: Querier,
  { industryKey }: Industry,
  { ruleKey }: AlertRule,
  { at, by, because }: End,
): Promise<void> {
  await forgetRuleStates(transaction, industryKey, [ruleKey]);
  const open = (await openIncidents(transaction, industryKey)).filter((incident) => incident.ruleKey === ruleKey);
  await closeIncidents(
    transaction,
    industryKey,
    open.map(({ incidentKey }) => ({ incidentKey, state: 'resolved', closedAt: at, peak: null, litres: null })),
  );
  await addTransitions(
    transaction,
    industryKey,
    open.map(({ incidentKey }) => ({
      incidentKey,
      kind: 'resolved',
      at,
      recordedAt: at,
      actorUserId: by.userId,
      detail: { because },
      isTold: false,
    })),
  );
}

/** The other fields of a rule decide who is told, and leave its findings as they are. */
const watchesTheSame = (a: RuleDefinition, b: RuleDefinition): boolean => {
  const watched = ({ alertType, scope, settings, holdMinutes, recoverMinutes, isEnabled }: RuleDefinition) => ({
    alertType,
    scope,
    settings,
    holdMinutes,
    recoverMinutes,
    isEnabled,
  });
  return isDeepStrictEqual(watched(a), watched(b));
};
