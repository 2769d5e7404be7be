import type { Querier, RowOf } from '../../platform/database/database.ts';
import type { AlertRule, RuleDefinition } from '../rules/rule.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

type RuleRow = RowOf<AlertRule, 'createdAt' | 'updatedAt'>;

const toRule = (row: RuleRow): AlertRule => ({
  ...row,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});

/** A definition with the body it was made from, and who wrote it when. */
interface RuleWrite {
  readonly ruleId: string;
  readonly rule: RuleDefinition;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly by: string;
  readonly at: Date;
}

const valuesOf = (industryKey: number, { ruleId, rule, definition, by, at }: RuleWrite) => ({
  ...rule,
  industryKey,
  ruleId,
  scope: JSON.stringify(rule.scope),
  settings: JSON.stringify(rule.settings),
  channels: JSON.stringify(rule.channels),
  schedule: JSON.stringify(rule.schedule),
  escalation: JSON.stringify(rule.escalation),
  definition: JSON.stringify(definition),
  by,
  at,
});

export const insertRule = async (db: Querier, industryKey: number, write: RuleWrite): Promise<AlertRule> =>
  toRule(await db.one<RuleRow>('alert-rules.insert', valuesOf(industryKey, write)));

/** The next version of a rule that the caller holds. */
export const replaceRule = async (transaction: Querier, industryKey: number, write: RuleWrite): Promise<AlertRule> =>
  toRule(await transaction.one<RuleRow>('alert-rules.replace', valuesOf(industryKey, write)));

/** Ends a rule and keeps its incidents. */
export const deleteRule = async (
  transaction: Querier,
  industryKey: number,
  { ruleId, by, at }: Pick<RuleWrite, 'ruleId' | 'by' | 'at'>,
): Promise<void> => {
  await transaction.many('alert-rules.delete', { industryKey, ruleId, by, at });
};

/** Locks one rule against other writers until the transaction ends; null: there is none. */
export const holdRule = async (
  transaction: Querier,
  industryKey: number,
  ruleId: string,
): Promise<AlertRule | null> => {
  const row = await transaction.maybeOne<RuleRow>('alert-rules.hold', { industryKey, ruleId });
  return row === null ? null : toRule(row);
};

/** Rules in the order of their definition. */
export const listRules = async (db: Querier, industryKey: number): Promise<AlertRule[]> =>
  (await db.many<RuleRow>('alert-rules.list', { industryKey })).map(toRule);

/** Rules of incidents by key, also those that have been deleted since. */
export const rulesByKey = async (
  db: Querier,
  industryKey: number,
  ruleKeys: readonly number[],
): Promise<Map<number, AlertRule>> =>
  new Map(
    (await db.many<RuleRow>('alert-rules.by_keys', { industryKey, ruleKeys: plainArray(ruleKeys) })).map((row) => [
      row.ruleKey,
      toRule(row),
    ]),
  );

/** True when the industry has an enabled rule. */
export const hasEnabledRule = async (db: Querier, industryKey: number): Promise<boolean> =>
  (await db.one<{ anyEnabled: boolean }>('alert-rules.any_enabled', { industryKey })).anyEnabled;

/** Industries of which something is watched. */
export const watchedIndustries = (db: Querier): Promise<{ industryKey: number; industryId: string }[]> =>
  db.many('alert-rules.industries');
