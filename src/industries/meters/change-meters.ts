import { closedBefore } from '../../ledger/closing.ts';
import type { Context } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import type { AuditVerb } from '../../platform/login/rules/audit-verbs.ts';
import { type ErrorDetail, ServiceError } from '../../kernel/errors.ts';
import { type Industry, requireUnit, type StoredUnit } from '../../kernel/industry/industry.ts';
import type { InstalledMeter } from '../../kernel/measure/meter.ts';
import { meterMistakes, meterWarnings } from '../rules/meters/check-meter.ts';
import { repeatedExchange } from '../rules/meters/repeated-exchange.ts';
import { createClockReader } from '../../kernel/time/business-clock.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import { isSealed, type SealedDays } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { findIndustry, lockProvisioning } from '../../platform/directory/store/industries.ts';
import { markStale } from '../../ledger/store/ledger.ts';
import {
  firstReadingOf,
  metersOfUnit,
  type StoredMeter,
  unitRetiredAt,
} from '../../platform/directory/store/meters.ts';
import { holdRegisterChecks } from '../../figures/store/register-events.ts';
import { requireClock } from '../../platform/directory/require-clock.ts';
import { checkRegisters } from '../../figures/register-checks/check-registers.ts';
import { registersAroundMeters } from '../../figures/register-checks/registers-around.ts';

/** A change of one meter: its state after and before; null where there is no meter. */
interface MeterAct {
  readonly verb: AuditVerb;
  readonly before: StoredMeter | null;
  readonly after: InstalledMeter | null;
  /** @returns the id of the meter. */
  readonly write: (db: Querier, unitKey: number) => Promise<string>;
}

interface MeterRequest {
  readonly industry: Industry;
  readonly unitId: string;
  readonly by: Actor;
  /** Decides by the stored meters, under the lock; null: nothing changes. */
  readonly decide: (stored: readonly StoredMeter[], db: Querier) => Promise<MeterAct | null> | MeterAct | null;
}

export interface MeterChange {
  /** null: nothing changed. */
  readonly meterId: string | null;
  /** The unit's meters afterwards. */
  readonly meters: readonly StoredMeter[];
  /** Closed business days whose figures may change, ascending. */
  readonly changedDates: readonly BusinessDate[];
  readonly warnings: readonly string[];
}

/**
 * Changes the meters of a unit. The same transaction marks the concerned days, checks the registers around them again
 * and writes the audit row.
 * @throws ServiceError 404 for a unit that is unknown or retired; 1430 with every mistake.
 */
export async function changeMeters(db: Querier, context: Context, request: MeterRequest): Promise<MeterChange> {
  const now = context.clock.now();
  await lockProvisioning(db);
  const { industryKey, industryId } = request.industry;
  // Locks are taken in the order of sealing a month, because the two would wait for each other otherwise.
  await holdRegisterChecks(db, industryKey);
  const { sealed } = await requireClock(db, request.industry);
  const industry = (await findIndustry(db, industryId, now)) ?? request.industry;
  const unit = await requireUnitInUse(db, industry, request.unitId);
  const stored = await metersOfUnit(db, industryKey, unit.unitKey);
  const act = await request.decide(stored, db);
  if (act === null) return { meterId: null, meters: stored, changedDates: [], warnings: [] };
  const others = stored.filter(({ meterId }) => meterId !== act.before?.meterId);
  const firstReadingEpochMs = await firstReadingOf(db, unit.unitKey);
  const { after } = act;
  const [sent = NONE_SENT] =
    after === null ? [] : await registersAroundMeters(db, industry.clock, unit.unitKey, [after], others);
  const repetition = after === null ? null : repeatedExchange(after, others, sent);
  refuse([
    ...sealedMistakes(industry, act.before, sealed),
    ...(after === null ? [] : meterMistakes(after, { industry, unit, others, firstReadingEpochMs, sealed, now })),
    ...(repetition?.mistakes ?? []),
  ]);
  const meterId = await act.write(db, unit.unitKey);
  const meters = await metersOfUnit(db, industryKey, unit.unitKey);
  const dates = await concernedBy(db, industry, unit, act, others);
  const warnings =
    after === null ? [] : [...meterWarnings(after, sent, unit.current.flowFactor), ...(repetition?.warnings ?? [])];
  await writeAudit(db, {
    at: now,
    actor: request.by,
    industryKey,
    verb: act.verb,
    subject: unit.current.unitId,
    before: act.before === null ? null : factsOf(act.before.meterId, act.before),
    after: act.after === null ? null : factsOf(meterId, act.after),
  });
  const changedDates = await markAndJudge(db, industryId, unit.unitKey, { act, dates, sealed, now });
  return { meterId, meters, changedDates, warnings };
}

const NONE_SENT = { before: null, after: null };

const factsOf = (meterId: string, meter: InstalledMeter) => ({
  meterId,
  installedAt: writeIso(meter.installedAtEpochMs),
  serial: meter.serial,
  initialRegister: meter.initialRegister,
  finalRegisterOfOld: meter.finalRegisterOfOld,
});

/** @throws ServiceError 404 for an unknown or retired unit, in different words. */
export async function requireUnitInUse(db: Querier, industry: Industry, unitId: string): Promise<StoredUnit> {
  if (industry.units.has(unitId)) return requireUnit(industry, unitId);
  const retiredAt = await unitRetiredAt(db, industry.industryKey, unitId);
  if (retiredAt === null) return requireUnit(industry, unitId);
  throw new ServiceError(
    404,
    `Unit ${unitId.slice(0, 80)} was retired on ${retiredAt.toISOString()}: its meters stay as they are`,
  );
}

/** Mistakes of a change that reaches sealed days, whose figures cannot change any more. */
function sealedMistakes({ clock }: Industry, before: InstalledMeter | null, sealed: SealedDays): ErrorDetail[] {
  if (before === null) return [];
  const date = createClockReader(clock).businessDateOf(before.installedAtEpochMs);
  const problem = `'${writeIso(before.installedAtEpochMs)}', at which the meter was installed, lies on a business day whose readings were removed`;
  return isSealed(sealed, date) ? [{ field: 'installedAt', problem }] : [];
}

function refuse(problems: readonly ErrorDetail[]): void {
  const [first] = problems;
  if (first !== undefined) throw new ServiceError(1430, `Invalid '${first.field}': ${first.problem}`, problems);
}

/**
 * Business days whose figures may change: the days on which this meter and the next one were and are installed, and the
 * days of the first registers after these, from which each meter counts.
 */
async function concernedBy(
  db: Querier,
  { clock }: Industry,
  unit: StoredUnit,
  act: MeterAct,
  others: readonly StoredMeter[],
): Promise<BusinessDate[]> {
  const reader = createClockReader(clock);
  const moved = [act.before, act.after].filter((meter) => meter !== null);
  const next = moved.flatMap(
    ({ installedAtEpochMs: at }) => others.find(({ installedAtEpochMs }) => installedAtEpochMs > at) ?? [],
  );
  const bounded = await registersAroundMeters(db, clock, unit.unitKey, [...moved, ...next], []);
  const dates = [...moved, ...next].map(({ installedAtEpochMs }) => reader.businessDateOf(installedAtEpochMs));
  return [...new Set([...dates, ...bounded.flatMap(({ after }) => after?.date ?? [])])].sort();
}

interface Marks {
  readonly act: MeterAct;
  readonly dates: readonly BusinessDate[];
  readonly sealed: SealedDays;
  readonly now: EpochMillis;
}

/** @returns the closed days that were marked, ascending. */
async function markAndJudge(
  db: Querier,
  industryId: string,
  unitKey: number,
  { act, dates, sealed, now }: Marks,
): Promise<BusinessDate[]> {
  // The industry is read again, because register checks need the changed meters.
  const industry = await findIndustry(db, industryId, now);
  if (industry === null) return [];
  const reader = createClockReader(industry.clock);
  const openDate = closedBefore(reader, now);
  const closed = dates.filter((date) => date < openDate && !isSealed(sealed, date));
  await markStale(
    db,
    industry.industryKey,
    closed.map((businessDate) => ({ businessDate, unitKey, cause: 'meter exchange' as const })),
    new Date(now),
  );
  const unit = [...industry.units.values()].find((stored) => stored.unitKey === unitKey);
  if (unit === undefined || !unit.versions.some((version) => version.unit.registerChecks !== null)) return closed;
  const instants = [act.before, act.after].flatMap((meter) => meter?.installedAtEpochMs ?? []);
  const { marked } = await checkRegisters(
    db,
    industry,
    instants.map((instant) => {
      const date = reader.businessDateOf(instant);
      return { unit, fromDate: date, toDate: date };
    }),
    now,
  );
  return [...new Set([...closed, ...marked.map(({ businessDate }) => businessDate)])].sort();
}
