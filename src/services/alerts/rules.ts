import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Context, DataContext } from '../../context.ts';
import type { Querier } from '../../database/database.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { AuditVerb } from '../../domain/access/audit-verbs.ts';
import { readRule } from '../../domain/alerts/read-rule.ts';
import type { AlertRule, RuleDefinition } from '../../domain/alerts/rule.ts';
import { ruleFacts } from '../../domain/alerts/rule-facts.ts';
import { withStoredWebhooks } from '../../domain/alerts/webhook-address.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { isObject } from '../../domain/json.ts';
import { type ExpectedVersion, requireVersion } from '../../domain/water-balance/expected-version.ts';
import type { QueueClient } from '../../queue/client.ts';
import { reasonOf } from '../../reason-of.ts';
import { deleteRule, holdRule, insertRule, listRules, replaceRule } from '../../store/alert-rules.ts';
import { writeAudit } from '../../store/audit.ts';
import { forgetRuleStates, touchEvaluation } from '../../store/evaluations.ts';
import { addTransitions, closeIncidents, openIncidents } from '../../store/incidents.ts';
import { enqueueEvaluation } from './ask-for-evaluation.ts';
import { requirePublicWebhooks } from './rule-webhooks.ts';

interface RuleChange {
  readonly by: Actor;
  /** What must be in force; null: whatever is there is changed. */
  readonly expected: ExpectedVersion | null;
}

export interface AlertRulesService {
  /** @throws ServiceError 1430 with every mistake of the body; nothing is written then. */
  create(industry: Industry, body: unknown, by: Actor): Promise<AlertRule>;
  /** In the order in which they were defined. */
  list(industry: Industry): Promise<AlertRule[]>;
  /** @throws ServiceError 404 for an id of which the industry has no rule. */
  find(industry: Industry, ruleId: string): Promise<AlertRule>;
  /**
   * Defines a rule anew. What was open by another condition, scope or hold time is resolved, because nobody watches it
   * any more.
   * @throws ServiceError 1430 as create, 404 as find, 412 when another version is in force than expected.
   */
  replace(industry: Industry, ruleId: string, body: unknown, change: RuleChange): Promise<AlertRule>;
  /** @throws ServiceError 404 and 412 as replace. */
  remove(industry: Industry, ruleId: string, change: RuleChange): Promise<void>;
}

interface RuleAct {
  readonly actor: Actor;
  readonly verb: Extract<AuditVerb, `rule.${string}`>;
  readonly rules:
    | { readonly before: AlertRule | null; readonly after: AlertRule }
    | { readonly before: AlertRule; readonly after: null };
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @throws ServiceError 404 for what is no id of a rule or incident at all. */
export function requireAlertId(id: string): string {
  if (UUID.test(id)) return id.toLowerCase();
  throw unknownAlert(id);
}

export const unknownAlert = (id: string): ServiceError =>
  new ServiceError(404, `Invalid alertId ${id.slice(0, 80)} or you do not have permission to access this alert.`);

/** Spec gap: each evaluation reads all of them. */
const MOST_RULES = 500;

function tooManyRules(): ServiceError {
  const problem = `is one rule too many, allowed are ${MOST_RULES} of an industry; delete another before`;
  return new ServiceError(1430, `Invalid 'body': ${problem}`, [{ field: 'body', problem }]);
}

export function createAlertRules(
  { database, clock, log, config }: DataContext & Pick<Context, 'log' | 'config'>,
  queue: QueueClient,
): AlertRulesService {
  const now = (): Date => new Date(clock.now());
  const read = (body: unknown, industry: Industry): RuleDefinition => {
    const rule = readRule(body, industry);
    if (!config.chatSpace.allowPrivate) requirePublicWebhooks(rule);
    return rule;
  };
  const evaluateSoon = async ({ industryId }: Industry): Promise<void> => {
    try {
      await enqueueEvaluation(queue, industryId);
    } catch (error) {
      // The schedule evaluates within a minute.
      log.warn({ industry: industryId, error: reasonOf(error) }, 'an evaluation of alerts could not be queued');
    }
  };
  const audit = (transaction: Querier, { industryKey }: Industry, { actor, verb, rules }: RuleAct): Promise<void> =>
    writeAudit(transaction, {
      at: clock.now(),
      actor,
      industryKey,
      verb,
      subject: (rules.after ?? rules.before).ruleId,
      ...ruleFacts(rules.before, rules.after),
    });
  const changed = <T>(
    { industryKey }: Industry,
    ruleId: string,
    expected: ExpectedVersion | null,
    change: (transaction: Querier, rule: AlertRule) => Promise<T>,
  ): Promise<T> =>
    database.transaction(async (transaction) => {
      await touchEvaluation(transaction, industryKey, clock.now());
      const rule = await holdRule(transaction, industryKey, requireAlertId(ruleId));
      if (rule === null) throw unknownAlert(ruleId);
      requireVersion(expected, rule.version, 'rule');
      return change(transaction, rule);
    });
  const endIncidents = async (
    transaction: Querier,
    { industryKey }: Industry,
    { ruleKey }: AlertRule,
    { by, because }: { readonly by: Actor; readonly because: string },
  ): Promise<void> => {
    const at = clock.now();
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
        by: by.userId,
        detail: { because },
        isTold: false,
      })),
    );
  };

  return {
    async create(industry, body, by) {
      const rule = withStoredWebhooks(read(body, industry), null);
      const stored = await database.transaction(async (transaction) => {
        // Whoever else writes a rule waits, so that each counts those before.
        await touchEvaluation(transaction, industry.industryKey, clock.now());
        if ((await listRules(transaction, industry.industryKey)).length >= MOST_RULES) throw tooManyRules();
        const made = await insertRule(transaction, industry.industryKey, {
          ruleId: randomUUID(),
          rule,
          definition: isObject(body) ? body : {},
          by: by.userId,
          at: now(),
        });
        await audit(transaction, industry, { actor: by, verb: 'rule.create', rules: { before: null, after: made } });
        return made;
      });
      await evaluateSoon(industry);
      return stored;
    },
    list: ({ industryKey }) => listRules(database, industryKey),
    async find(industry, ruleId) {
      const id = requireAlertId(ruleId);
      const found = (await listRules(database, industry.industryKey)).find((rule) => rule.ruleId === id);
      if (found === undefined) throw unknownAlert(ruleId);
      return found;
    },
    async replace(industry, ruleId, body, { by, expected }) {
      const given = read(body, industry);
      const stored = await changed(industry, ruleId, expected, async (transaction, before) => {
        const rule = withStoredWebhooks(given, before);
        if (!watchesTheSame(before, rule))
          await endIncidents(transaction, industry, before, { by, because: 'rule changed' });
        const after = await replaceRule(transaction, industry.industryKey, {
          ruleId: before.ruleId,
          rule,
          definition: isObject(body) ? body : {},
          by: by.userId,
          at: now(),
        });
        await audit(transaction, industry, { actor: by, verb: 'rule.change', rules: { before, after } });
        return after;
      });
      await evaluateSoon(industry);
      return stored;
    },
    remove: (industry, ruleId, { by, expected }) =>
      changed(industry, ruleId, expected, async (transaction, rule) => {
        await endIncidents(transaction, industry, rule, { by, because: 'rule deleted' });
        await deleteRule(transaction, industry.industryKey, { ruleId: rule.ruleId, by: by.userId, at: now() });
        await audit(transaction, industry, { actor: by, verb: 'rule.remove', rules: { before: rule, after: null } });
      }),
  };
}

/** What else a rule says decides who is told, and leaves what has been found as it is. */
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
