import type { Querier } from '../database/database.ts';
import type { MachineState } from '../domain/alerts/incident.ts';
import type { BusinessDate, EpochMillis } from '../domain/time/types.ts';
import { plainArray } from './array-literal.ts';

/** What stands beside a version was read while nobody wrote. */
export const evaluationVersion = async (db: Querier, industryKey: number): Promise<string> =>
  (await db.one<{ version: string }>('evaluations.version', [industryKey])).version;

/** Holds the industry's evaluation to the end of the transaction; false: somebody has written since that version. */
export const renewEvaluation = async (
  transaction: Querier,
  industryKey: number,
  version: string,
  at: EpochMillis,
): Promise<boolean> => (await transaction.maybeOne('evaluations.renew', [industryKey, version, new Date(at)])) !== null;

/** The same for what somebody does by hand: an evaluation that is computing meanwhile begins anew. */
export const touchEvaluation = async (transaction: Querier, industryKey: number, at: EpochMillis): Promise<void> => {
  await transaction.many('evaluations.touch', [industryKey, new Date(at)]);
};

/** How far a rule has come with a unit. */
export interface RuleState {
  readonly ruleKey: number;
  /** 0: the whole industry. */
  readonly unitKey: number;
  readonly machine: MachineState;
  /** When it was looked at. */
  readonly evaluatedUntil: EpochMillis;
}

interface StateRow {
  rule_key: number;
  unit_key: number;
  state: MachineState;
  evaluated_until: string;
}
const toState = (row: StateRow): RuleState => ({
  ruleKey: row.rule_key,
  unitKey: row.unit_key,
  machine: row.state,
  evaluatedUntil: new Date(row.evaluated_until).getTime(),
});

export const ruleStates = async (db: Querier, industryKey: number): Promise<RuleState[]> =>
  (await db.many<StateRow>('evaluations.states', [industryKey])).map(toState);

export const findRuleState = async (
  db: Querier,
  industryKey: number,
  ruleKey: number,
  unitKey: number,
): Promise<RuleState | null> => {
  const row = await db.maybeOne<StateRow>('evaluations.state', [industryKey, ruleKey, unitKey]);
  return row === null ? null : toState(row);
};

export async function saveRuleStates(
  transaction: Querier,
  industryKey: number,
  states: readonly RuleState[],
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map(({ ruleKey, unitKey, machine, evaluatedUntil }) => ({
    rule_key: ruleKey,
    unit_key: unitKey,
    state: machine,
    evaluated_until: new Date(evaluatedUntil).toISOString(),
  }));
  await transaction.many('evaluations.save_states', [industryKey, JSON.stringify(rows)]);
}

export const forgetRuleStates = async (
  transaction: Querier,
  industryKey: number,
  ruleKeys: readonly number[],
): Promise<void> => {
  await transaction.many('evaluations.forget_states', [industryKey, plainArray(ruleKeys)]);
};

/** A day whose figures of some units have changed since rules were held against it. */
export interface DueDay {
  readonly date: BusinessDate;
  readonly unitKeys: readonly number[];
}
const toRows = (days: readonly DueDay[]): string =>
  JSON.stringify(days.map(({ date, unitKeys }) => ({ business_date: date, unit_keys: unitKeys })));

export const addDueDays = async (transaction: Querier, industryKey: number, days: readonly DueDay[]): Promise<void> => {
  await transaction.many('evaluations.add_due_days', [industryKey, toRows(days)]);
};

/** Notes units that have sent readings from before what rules have seen of them. */
export const addLateUnits = async (
  db: Querier,
  industryKey: number,
  date: BusinessDate,
  oldest: readonly { readonly unitKey: number; readonly epochMs: EpochMillis }[],
): Promise<void> => {
  await db.many('evaluations.add_late', [
    industryKey,
    date,
    plainArray(oldest.map(({ unitKey }) => unitKey)),
    plainArray(oldest.map(({ epochMs }) => epochMs)),
  ]);
};

/** The oldest days that wait. */
export const dueDays = async (db: Querier, industryKey: number, limit: number): Promise<DueDay[]> =>
  (
    await db.many<{ business_date: BusinessDate; unit_keys: number[] }>('evaluations.due_days', [industryKey, limit])
  ).map((row) => ({ date: row.business_date, unitKeys: row.unit_keys }));

/** Takes days off the list for which nothing has come since they were read. */
export const clearDueDays = async (
  transaction: Querier,
  industryKey: number,
  days: readonly DueDay[],
): Promise<void> => {
  if (days.length > 0) await transaction.many('evaluations.clear_due_days', [industryKey, toRows(days)]);
};
