import type { DataContext, WithQueue } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { DailyDocument } from '../../kernel/document/types.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type Industry, requireUnit, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { industryFrom } from '../../kernel/industry/retired.ts';
import type { RegisterCheckAction } from '../../kernel/measure/unit.ts';
import { eachDate, formatRequestDate } from '../../kernel/time/business-date.ts';
import { businessDateOf, dayWindow } from '../../kernel/time/business-clock.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import {
  holdRegisterChecks,
  registerAt,
  registerOverrules,
  storeOverrule,
  withdrawOverrule,
} from '../store/register-events.ts';
import { readDays } from '../read-days.ts';
import { requireRange, START_AND_END } from '../rules/figures/span.ts';
import { enqueueRebuilds } from '../../ledger/ask-for-rebuilds.ts';
import { checkRegisters } from './check-registers.ts';
import {
  inTimeOrder,
  listedEvents,
  listedOverrule,
  type ListedRegisterEvent,
  listedSilences,
} from './listed-events.ts';

/** An operator's possible words on a register: it counts, it does not, or the classification decides again. */
export const OVERRULE_ACTIONS = ['keep', 'exclude', 'withdraw'] as const;
export type OverruleAction = (typeof OVERRULE_ACTIONS)[number];

interface Overrule {
  readonly unitId: string;
  readonly createdOnEpochMs: EpochMillis;
  readonly action: OverruleAction;
  readonly by: Actor;
}

interface OverruleResult {
  /** The register (raw) of the reading that was decided about. */
  readonly register: number;
  /** Closed business days whose figures change; their rebuild is on its way. Ascending. */
  readonly changedDates: readonly BusinessDate[];
}

/** Days without one are not read by their hours, which cost most. */
async function silencesOf(
  context: DataContext,
  industry: Industry,
  unitId: string,
  dates: Iterable<BusinessDate>,
): Promise<readonly ListedRegisterEvent[]> {
  const unitIds = new Set([unitId]);
  const read = async (of: readonly BusinessDate[], withEntries: boolean): Promise<DailyDocument[]> =>
    [...(await readDays(context, { industry, dates: of, unitIds, withEntries }))].flatMap(
      ([, documents]) => documents.get(unitId) ?? [],
    );
  const asked = [...dates];
  const found = await read(asked, false);
  const silent = new Set(found.filter(({ meta }) => (meta.unheard?.silences ?? 0) > 0).map(({ date }) => date));
  if (silent.size === 0) return [];
  return listedSilences(
    await read(
      asked.filter((date) => silent.has(formatRequestDate(date))),
      true,
    ),
  );
}

/**
 * Events and overrules that concern readings of request dates `from`..`to` (both included), in time order.
 * @throws ServiceError 404 for a unit that is not the industry's, 1403 as {@link requireRange} says.
 */
export async function listRegisters(
  context: DataContext,
  industry: Industry,
  unitId: string,
  from: BusinessDate,
  to: BusinessDate,
) {
  requireRange(from, to, START_AND_END);
  const unit = requireUnit(industryFrom(industry, from), unitId);
  const { unitId: id, displayName, siUnit, registerChecks } = unit.current;
  const about = { unitId: id, unitName: displayName, siUnit, checksInForce: registerChecks !== null };
  const [start, end] = [dayWindow(industry.clock, from).startEpochMs, dayWindow(industry.clock, to).endEpochMs];
  return {
    ...about,
    events: inTimeOrder([
      ...(await listedEvents(context.database, industry, unit, start, end)),
      ...(await silencesOf(context, industry, id, eachDate(from, to))),
    ]),
    overrules: (await registerOverrules(context.database, [unit.unitKey], start, end)).map(listedOverrule),
  };
}

/**
 * Records an operator's decision about one reading's register. The decision outranks the classification and survives
 * every new one. The readings around are judged again at once, and jobs rebuild the days concerned. An equal decision
 * changes nothing.
 * @throws ServiceError 404 for a unit that is not the industry's or a reading that does not exist or has no register;
 * 400 when no register checks are in force for the unit on that day, because the decision would have no effect.
 */
export async function overruleRegister(
  { database, clock, queue }: DataContext & WithQueue,
  industry: Industry,
  { unitId, createdOnEpochMs, action, by }: Overrule,
): Promise<OverruleResult> {
  const unit = requireUnit(industry, unitId);
  const now = clock.now();
  const result = await database.transaction(async (transaction): Promise<OverruleResult> => {
    await holdRegisterChecks(transaction, industry.industryKey);
    const reading = await registerAt(
      transaction,
      unit.unitKey,
      createdOnEpochMs,
      businessDateOf(industry.clock, createdOnEpochMs),
    );
    if (reading === null)
      throw new ServiceError(
        404,
        `Unit ${unitId} has no reading with a register at ${new Date(createdOnEpochMs).toISOString()}`,
      );
    requireChecks(unit, reading.date);
    const before = await wordOn(transaction, unit.unitKey, createdOnEpochMs);
    if (action === 'withdraw') await withdrawOverrule(transaction, unit.unitKey, createdOnEpochMs);
    else
      await storeOverrule(transaction, {
        unitKey: unit.unitKey,
        createdOnEpochMs,
        action: action satisfies RegisterCheckAction,
        decidedBy: by.userId,
        decidedAt: new Date(now),
      });
    const after = action === 'withdraw' ? null : action;
    // An equal decision is no act.
    if ((before?.action ?? null) !== after)
      await writeAudit(transaction, {
        at: now,
        actor: by,
        industryKey: industry.industryKey,
        verb: 'register.overrule',
        subject: unitId,
        before,
        after: after && { createdOn: new Date(createdOnEpochMs).toISOString(), action: after },
      });
    const { marked } = await checkRegisters(
      transaction,
      industry,
      [{ unit, fromDate: reading.date, toDate: reading.date }],
      now,
    );
    return { register: reading.register, changedDates: marked.map((day) => day.businessDate).sort() };
  });
  await enqueueRebuilds(queue, industry, result.changedDates, now);
  return result;
}

/** The word on a reading's register, and its operator; null: there is none. */
async function wordOn(db: Querier, unitKey: number, createdOnEpochMs: EpochMillis) {
  const [said] = await registerOverrules(db, [unitKey], createdOnEpochMs, createdOnEpochMs + 1);
  if (said === undefined) return null;
  const { action, decidedBy, decidedAt } = said;
  const createdOn = new Date(createdOnEpochMs).toISOString();
  return { createdOn, action, decidedBy, decidedAt: decidedAt.toISOString() };
}

function requireChecks(unit: StoredUnit, date: BusinessDate): void {
  if (unitAsOf(unit, date).registerChecks !== null) return;
  const problem =
    'has no meta.registerChecks in force on the business day of this reading, so its registers count as they are';
  throw new ServiceError(400, `Unit ${unit.current.unitId} ${problem}`, [{ field: 'unitId', problem }]);
}
