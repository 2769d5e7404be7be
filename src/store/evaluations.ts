import type { Querier } from '../database/database.ts';
import type { MachineState } from '../domain/alerts/incident.ts';
import type { EpochMillis } from '../domain/time/types.ts';
import { plainArray } from './array-literal.ts';

/** The same for what somebody does by hand: an evaluation that is computing meanwhile begins anew. */
export const touchEvaluation = async (transaction: Querier, industryKey: number, at: EpochMillis): Promise<void> => {
  await transaction.many('evaluations.touch', [industryKey, new Date(at)]);
};

/** How far a rule has come with a unit. */
interface RuleState {
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
