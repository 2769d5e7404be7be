import type { KnownFinding } from '../rules/reconcile.ts';
import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import { FINDINGS_VERSION } from '../rules/version.ts';
import type { FindingKind } from '../rules/kinds.ts';
import type { Found } from '../rules/types.ts';
import type { Severity } from '../../kernel/severity.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import { asColumns } from '../../platform/database/named-query.ts';

/** Insights of an industry's day. */
export interface DayInsight {
  readonly date: BusinessDate;
  /** Kilolitres. */
  readonly totalConsumption: number | null;
  readonly onlineUnits: number;
  readonly offlineUnits: number;
}

export interface StoredInsight extends Omit<DayInsight, 'date'> {
  readonly industryKey: number;
  readonly industryId: string;
  readonly computedAt: Date;
}

/** Units with a genuine reading in each of the first hours of a day of 24 hours. */
export const unitsHeardThroughout = async (
  db: Querier,
  unitKeys: readonly number[],
  date: BusinessDate,
  hours: number,
): Promise<ReadonlySet<number>> => {
  if (unitKeys.length === 0) return new Set();
  const wanted = { unitKeys: plainArray(unitKeys), date, hours };
  const heard = await db.many<{ unitKey: number }>('insights.heard_throughout', wanted);
  return new Set(heard.map(({ unitKey }) => unitKey));
};

/** Units whose devices have all died, and of which nothing was heard since, with the instant of the death. */
export const unitsToldDead = async (db: Querier, industryKey: number): Promise<ReadonlyMap<number, EpochMillis>> =>
  new Map(
    (await db.many<{ unitKey: number; diedAt: string }>('insights.told_dead', { industryKey })).map((row) => [
      row.unitKey,
      new Date(row.diedAt).getTime(),
    ]),
  );

/** The lowest battery among the devices of each unit; units without a battery that is known are absent. */
export const batteriesOfUnits = async (
  db: Querier,
  industryKey: number,
): Promise<ReadonlyMap<number, { readonly percent: number; readonly heardEpochMs: EpochMillis }>> =>
  new Map(
    (
      await db.many<{ unitKey: number; percent: number; heardEpochMs: number }>('insights.batteries', { industryKey })
    ).map(({ unitKey, ...battery }) => [unitKey, battery]),
  );

export const storeInsight = async (db: Querier, industryKey: number, day: DayInsight, at: Date): Promise<void> => {
  const { date, totalConsumption, onlineUnits, offlineUnits } = day;
  await db.many('insights.store', { industryKey, date, totalConsumption, onlineUnits, offlineUnits, at });
};

/** @param industryKey null: insights of all industries */
export const insightsOfDay = async (
  db: Querier,
  industryKey: number | null,
  date: BusinessDate,
): Promise<StoredInsight[]> =>
  (await db.many<RowOf<StoredInsight, 'computedAt'>>('insights.of_day', { date, industryKey })).map((row) => ({
    ...row,
    computedAt: new Date(row.computedAt),
  }));

/** Locks the industry's findings until the transaction ends. */
export const holdFindings = async (transaction: Querier, industryKey: number): Promise<void> => {
  await transaction.many('insights.hold', { industryKey });
};

/** A recorded finding, with the fields that a new judgement needs. */
export interface RecordedFinding extends Omit<KnownFinding, 'unitId'> {
  readonly unitKey: number | null;
  /** Id of the unit whose readings this one's have been exchanged with; null: none is known. */
  readonly swappedWith: string | null;
}

export const findingsOnRecord = (db: Querier, industryKey: number, since: BusinessDate): Promise<RecordedFinding[]> =>
  db.many<RecordedFinding>('insights.on_record', { industryKey, since });

export interface FindingToWrite extends Omit<Found, 'unitId' | 'quantity' | 'quantityPerDay'> {
  /** null: the finding is new. */
  readonly findingKey: number | null;
  readonly unitKey: number | null;
  readonly severity: Severity;
  /** English, without the place. */
  readonly sentence: string;
  /** Unit of the amounts in evidence, which are thousandths of it. */
  readonly siUnit: string;
  readonly litres: number | null;
  readonly litresPerDay: number | null;
  readonly kilowattHours: number | null;
  readonly kilowattHoursPerDay: number | null;
  readonly money: number | null;
  readonly currency: string | null;
}

/** Writes new findings and findings that were seen again. The caller holds holdFindings. */
export async function keepFindings(
  transaction: Querier,
  industryKey: number,
  findings: readonly FindingToWrite[],
  at: Date,
): Promise<void> {
  if (findings.length === 0) return;
  await transaction.many('insights.write', {
    industryKey,
    rows: JSON.stringify(findings.map(asColumns)),
    at,
    ruleVersion: FINDINGS_VERSION,
  });
}

const settle =
  (statement: 'insights.heal' | 'insights.end') =>
  async (transaction: Querier, industryKey: number, findingKeys: readonly number[], at: Date): Promise<void> => {
    if (findingKeys.length > 0)
      await transaction.many(statement, { industryKey, findingKeys: plainArray(findingKeys), at });
  };

/** Heals findings that the data show no more. The caller holds holdFindings. */
export const healFindings = settle('insights.heal');
/** Ends findings that go on no longer for an unknown reason. The caller holds holdFindings. */
export const endFindings = settle('insights.end');

/** A recorded finding with all its fields. */
export interface StoredFinding
  extends Omit<RecordedFinding, 'unitKey'>, Omit<FindingToWrite, 'findingKey' | 'unitKey'> {
  readonly findingId: string;
  readonly industryKey: number;
  readonly unitId: string | null;
  readonly unitName: string | null;
  readonly swappedWithName: string | null;
  readonly fateAt: Date | null;
  readonly fateBy: string | null;
  /** Names of people; null: not known. */
  readonly fateByName: string | null;
  readonly fateReason: string | null;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedByName: string | null;
  readonly assigneeId: string | null;
  readonly assigneeName: string | null;
  /** First business day on which the kind is told again of this unit, 9999-12-31 for never; null: it is told. */
  readonly mutedUntil: BusinessDate | null;
}

type FindingRow = RowOf<StoredFinding, 'fateAt' | 'acknowledgedAt'>;
const toFinding = (row: FindingRow): StoredFinding => ({
  ...row,
  fateAt: dateOrNull(row.fateAt),
  acknowledgedAt: dateOrNull(row.acknowledgedAt),
});

interface FindingsWanted {
  /** null: findings of all industries. */
  readonly industryKey: number | null;
  /** First and last day, both included: a finding matches when it was live on one of them. */
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  /** Whether healed, rejected and muted findings are included. */
  readonly withSettled: boolean;
  /** The business day on which somebody reads them, which decides whether a mute has ended. */
  readonly today: BusinessDate;
  /** Absent: of every unit. A swapped pair is of both its units. */
  readonly unitId?: string | undefined;
  /** Absent: also those that have ended. */
  readonly openOnly?: boolean;
  /** userIds of people who work on them, an empty one for nobody; null or absent: whoever does. */
  readonly assigneeIds?: readonly string[] | null;
}

export const listFindings = async (db: Querier, wanted: FindingsWanted): Promise<StoredFinding[]> =>
  (
    await db.many<FindingRow>('insights.list', {
      ...wanted,
      unitId: wanted.unitId ?? null,
      openOnly: wanted.openOnly ?? false,
      assigneeIds: wanted.assigneeIds ?? null,
    })
  ).map(toFinding);

/** @param today decides whether a mute has ended @returns null: the industry has no such finding */
export const findFinding = async (
  db: Querier,
  industryKey: number,
  findingId: string,
  today: BusinessDate,
): Promise<StoredFinding | null> => {
  const row = await db.maybeOne<FindingRow>('insights.find', { industryKey, findingId, today });
  return row === null ? null : toFinding(row);
};

/** Numbers of confirmed and rejected findings of a kind. */
export interface KindTally {
  readonly kind: FindingKind;
  readonly confirmed: number;
  readonly rejected: number;
  readonly healed: number;
  readonly unjudged: number;
}

export const tallyFindings = async (db: Querier, industryKey: number | null): Promise<KindTally[]> =>
  db.many<KindTally>('insights.precision', { industryKey });

/** @param changedFrom first business day whose figures have changed; null: the last weeks are judged again */
export const markInsightsDue = async (
  transaction: Querier,
  { industryKey, dueAt, changedFrom }: { industryKey: number; dueAt: Date; changedFrom: BusinessDate | null },
): Promise<void> => {
  await transaction.many('insights.mark_due', { industryKey, dueAt, changedFrom });
};

/** An industry that is due, and the revision of its figures to judge. */
export interface DueInsight {
  readonly industryKey: number;
  readonly industryId: string;
  readonly revision: string;
  /** FINDINGS_VERSION of the rules that judged it last; null: it was never judged. */
  readonly judgedVersion: number | null;
}

export const dueInsights = (db: Querier, now: Date): Promise<DueInsight[]> =>
  db.many<DueInsight>('insights.due', { now, ruleVersion: FINDINGS_VERSION });

/** The due judgement of one industry; null: none is due. */
export const dueInsightOf = (db: Querier, industryId: string, now: Date): Promise<DueInsight | null> =>
  db.maybeOne<DueInsight>('insights.due_of', { industryId, now, ruleVersion: FINDINGS_VERSION });

/** Requested industries, and the revisions to judge. */
interface AskedInsights {
  readonly industryKeys: readonly number[];
  readonly revisions: readonly string[];
}

/** Makes industries due now. */
export async function requestInsights(db: Querier, industryKeys: readonly number[], at: Date): Promise<AskedInsights> {
  const rows = await db.many<Pick<DueInsight, 'industryKey' | 'revision'>>('insights.ask', {
    industryKeys: plainArray(industryKeys),
    at,
  });
  return { industryKeys: rows.map((row) => row.industryKey), revisions: rows.map(({ revision }) => revision) };
}

/** Keys of requested industries that still wait, and of those that could not be judged. All others are done. */
export async function statesOfRequested(
  db: Querier,
  { industryKeys, revisions }: AskedInsights,
): Promise<{ readonly waiting: readonly number[]; readonly failed: readonly number[] }> {
  const rows = await db.many<{ industryKey: number; waits: boolean }>('insights.asked_standing', {
    industryKeys: plainArray(industryKeys),
    revisions: plainArray(revisions.map(Number)),
  });
  const keysOf = (waits: boolean): number[] => rows.filter((row) => row.waits === waits).map((row) => row.industryKey);
  return { waiting: keysOf(true), failed: keysOf(false) };
}

/**
 * Begins a judgement.
 * @param atLeastFrom a day that is judged at the latest; null: none
 * @returns the first day that is to be judged; null: only the last weeks are
 */
export const beginJudgement = async (
  db: Querier,
  industryKey: number,
  { atLeastFrom, now }: { readonly atLeastFrom: BusinessDate | null; readonly now: Date },
): Promise<BusinessDate | null> => {
  const begun = { industryKey, atLeastFrom, now, ruleVersion: FINDINGS_VERSION };
  return (await db.maybeOne<{ judgingFrom: BusinessDate | null }>('insights.begin', begun))?.judgingFrom ?? null;
};

/**
 * Notes that a revision was judged.
 * @param judgedUpTo the first day that is still to be judged; null: all days are judged
 * @param laterAt instant of the next judgement, if figures have changed meanwhile.
 */
export const noteInsightJudged = async (
  db: Querier,
  { industryKey, revision }: DueInsight,
  { judgedUpTo, laterAt }: { readonly judgedUpTo: BusinessDate | null; readonly laterAt: Date },
): Promise<void> => {
  await db.many('insights.judged', { industryKey, revision, judgedUpTo, laterAt });
};

export const noteInsightFailed = async (db: Querier, { industryKey, revision }: DueInsight, laterAt: Date) => {
  await db.many('insights.failed', { industryKey, revision, laterAt });
};
