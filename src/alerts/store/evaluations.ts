import { isoOf } from '../../kernel/time/iso.ts';
import { asColumns } from '../../platform/database/named-query.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { MachineState } from '../rules/incident.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';

/** Holds the industry's evaluation to the end of the transaction; false: somebody has written since that version. */
export const renewEvaluation = async (
  transaction: Querier,
  industryKey: number,
  version: string,
  at: EpochMillis,
): Promise<boolean> =>
  (await transaction.maybeOne('evaluations.renew', { industryKey, version, at: new Date(at) })) !== null;

/** Locks the evaluation for a person's act. A running evaluation begins again. */
export const touchEvaluation = async (transaction: Querier, industryKey: number, at: EpochMillis): Promise<void> => {
  await transaction.many('evaluations.touch', { industryKey, at: new Date(at) });
};

/** State of a rule for one unit. */
export interface RuleState {
  readonly ruleKey: number;
  /** 0: the whole industry. */
  readonly unitKey: number;
  readonly machine: MachineState;
  /** Time of the last look. */
  readonly evaluatedUntil: EpochMillis;
}

interface StateRow {
  ruleKey: number;
  unitKey: number;
  state: MachineState;
  evaluatedUntil: string;
}
const toState = (row: StateRow): RuleState => ({
  ruleKey: row.ruleKey,
  unitKey: row.unitKey,
  machine: row.state,
  evaluatedUntil: new Date(row.evaluatedUntil).getTime(),
});

export const findRuleState = async (
  db: Querier,
  industryKey: number,
  ruleKey: number,
  unitKey: number,
): Promise<RuleState | null> => {
  const row = await db.maybeOne<StateRow>('evaluations.state', { industryKey, ruleKey, unitKey });
  return row === null ? null : toState(row);
};

export async function saveRuleStates(
  transaction: Querier,
  industryKey: number,
  states: readonly RuleState[],
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map(({ ruleKey, unitKey, machine, evaluatedUntil }) =>
    asColumns({ ruleKey, unitKey, state: machine, evaluatedUntil: isoOf(evaluatedUntil) }),
  );
  await transaction.many('evaluations.save_states', { industryKey, rows: JSON.stringify(rows) });
}

export const forgetRuleStates = async (
  transaction: Querier,
  industryKey: number,
  ruleKeys: readonly number[],
): Promise<void> => {
  await transaction.many('evaluations.forget_states', { industryKey, ruleKeys: plainArray(ruleKeys) });
};

/** Forgets states of rules with units that they watch no more. */
export async function forgetUnitStates(
  transaction: Querier,
  industryKey: number,
  states: readonly Pick<RuleState, 'ruleKey' | 'unitKey'>[],
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map(({ ruleKey, unitKey }) => asColumns({ ruleKey, unitKey }));
  await transaction.many('evaluations.forget_unit_states', { industryKey, rows: JSON.stringify(rows) });
}

/** A day whose figures of some units have changed since rules were held against it. */
export interface DueDay {
  readonly date: BusinessDate;
  readonly unitKeys: readonly number[];
}
/** A day that waits, as it was when this version was read. */
interface WaitingDay extends DueDay {
  readonly version: string;
}

export const addDueDays = async (transaction: Querier, industryKey: number, days: readonly DueDay[]): Promise<void> => {
  const rows = days.map(({ date: businessDate, unitKeys }) => asColumns({ businessDate, unitKeys }));
  await transaction.many('evaluations.add_due_days', { industryKey, rows: JSON.stringify(rows) });
};

/** Takes days off the list that have not changed since they were read. */
export const clearDueDays = async (
  transaction: Querier,
  industryKey: number,
  days: readonly WaitingDay[],
): Promise<void> => {
  if (days.length === 0) return;
  const rows = days.map(({ date: businessDate, version }) => asColumns({ businessDate, version }));
  await transaction.many('evaluations.clear_due_days', { industryKey, rows: JSON.stringify(rows) });
};

/** A unit of which readings after an instant of the running day were added, changed or removed. */
interface ChangedUnit {
  readonly unitKey: number;
  readonly afterEpochMs: EpochMillis;
}
/** Stored readings that no evaluation has looked at, as of this version. */
export interface WaitingNews {
  readonly slot: number;
  readonly changed: readonly ChangedUnit[];
  readonly version: string;
}

const SLOT_MILLISECONDS = 1000;
const SLOTS = 60;

export const addNews = async (
  db: Querier,
  industryKey: number,
  changed: readonly ChangedUnit[],
  at: EpochMillis,
): Promise<void> => {
  await db.many('evaluations.add_news', {
    industryKey,
    at: Math.floor(at / SLOT_MILLISECONDS) % SLOTS,
    unitKeys: plainArray(changed.map(({ unitKey }) => unitKey)),
    afterEpochsMs: plainArray(changed.map(({ afterEpochMs }) => afterEpochMs)),
  });
};

/** State from which an evaluation continues. One statement reads all of it, so its parts agree. */
export interface EvaluationProgress {
  /** Changes with every evaluation that writes, and with every act of a person on rules and incidents. */
  readonly version: string;
  readonly states: readonly RuleState[];
  readonly news: readonly WaitingNews[];
  /** The oldest days that wait. */
  readonly dueDays: readonly WaitingDay[];
  /** Whether a rule has an open incident. */
  readonly hasOpenIncidents: boolean;
  /** Whether a network has ever told that a unit has died. */
  readonly hasDeaths: boolean;
}

/**
 * One statement, because each minute asks it for every industry.
 * @param mostDays days that wait, at most
 */
export async function evaluationProgress(
  db: Querier,
  industryKey: number,
  mostDays: number,
): Promise<EvaluationProgress> {
  type Row = Omit<EvaluationProgress, 'states'> & { readonly states: readonly StateRow[] };
  const wanted = { industryKey, limit: mostDays };
  const found =
    (await db.maybeOne<Row>('evaluations.progress', wanted))
    // Somebody else made the row meanwhile, and a statement that began before does not see it.
    ?? (await db.one<Row>('evaluations.progress', wanted));
  return { ...found, states: found.states.map(toState) };
}

/** Forgets news to which nothing has been added since. */
export const clearNews = async (
  transaction: Querier,
  industryKey: number,
  news: readonly WaitingNews[],
): Promise<void> => {
  if (news.length === 0) return;
  const rows = news.map(({ slot, version }) => ({ slot, version }));
  await transaction.many('evaluations.clear_news', { industryKey, rows: JSON.stringify(rows) });
};
