import { closedBefore } from '../../ledger/closing.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { CONTEXT_COUNTED_READINGS } from '../rules/register-checks/context.ts';
import { createClockReader, dayWindow } from '../../kernel/time/business-clock.ts';
import { type SealedDays, unsealedAround } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { markStale } from '../../ledger/store/ledger.ts';
import { registerOverrules, registersAround, replaceEvents, setExcluded } from '../store/register-events.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { judgeUnit } from './judge-unit.ts';

/** Business days of one unit, both included, whose registers may have changed since they were judged. */
export interface RegisterWindow {
  readonly unit: StoredUnit;
  readonly fromDate: BusinessDate;
  readonly toDate: BusinessDate;
}

/** Closed business days with changed flags, by unit. Their marks are set already. */
interface CheckedRegisters {
  readonly marked: readonly { readonly unitKey: number; readonly businessDate: BusinessDate }[];
}

/**
 * Judges the registers of units around windows, stores events and flags, and marks every closed business day stale
 * (cause 'register check') of which flags changed, days outside the windows included. Run it inside one transaction
 * that holds the industry's register checks (holdRegisterChecks). Idempotent, and whatever the order in which readings
 * come and windows are judged, the flags end as those of one judgement of the whole history.
 */
export async function checkRegisters(
  db: Querier,
  industry: Industry,
  windows: readonly RegisterWindow[],
  now: EpochMillis,
): Promise<CheckedRegisters> {
  const openDate = closedBefore(createClockReader(industry.clock), now);
  const marked: { unitKey: number; businessDate: BusinessDate }[] = [];
  const sealed = await sealedDays(db, industry.industryKey);
  // Windows in the order in which readings are stored, because both could wait for each other otherwise.
  for (const window of windows.toSorted((a, b) => a.unit.unitKey - b.unit.unitKey)) {
    const { unitKey } = window.unit;
    for (const businessDate of await checkUnit(db, industry, window, { sealed, now })) {
      if (businessDate < openDate) marked.push({ unitKey, businessDate });
    }
  }
  await markStale(
    db,
    industry.industryKey,
    marked.map((day) => ({ ...day, cause: 'register check' as const })),
    new Date(now),
  );
  return { marked };
}

/** Returns the business days of which flags changed, ascending. */
async function checkUnit(
  db: Querier,
  industry: Industry,
  { unit, fromDate, toDate }: RegisterWindow,
  { sealed, now }: { sealed: SealedDays; now: EpochMillis },
): Promise<readonly BusinessDate[]> {
  const known = unsealedAround(sealed, fromDate, toDate);
  // The context of the window is judged, and needs as much context of its own. Registers that sealed days part from
  // the window are left out, because the registers between are not there to be judged.
  const registers = (await registersAround(db, unit.unitKey, fromDate, toDate, 2 * CONTEXT_COUNTED_READINGS)).filter(
    ({ date }) => (known.from === null || date >= known.from) && (known.to === null || date <= known.to),
  );
  const [first, last] = [registers[0], registers.at(-1)];
  if (first === undefined || last === undefined) return [];
  const overrules = await registerOverrules(db, [unit.unitKey], first.epochMs, last.epochMs + 1);
  const window = {
    fromEpochMs: dayWindow(industry.clock, fromDate).startEpochMs,
    toEpochMs: dayWindow(industry.clock, toDate).endEpochMs - 1,
  };
  const { span, events, judged } = judgeUnit(
    unit,
    registers,
    window,
    new Map(overrules.map((overrule) => [overrule.createdOnEpochMs, overrule.action])),
  );
  const bounds = {
    fromEpochMs: span.fromEpochMs ?? (known.from === null ? null : dayWindow(industry.clock, known.from).startEpochMs),
    toEpochMs: span.toEpochMs ?? (known.to === null ? null : dayWindow(industry.clock, known.to).endEpochMs - 1),
  };
  await replaceEvents(db, unit.unitKey, bounds, events, new Date(now));
  const changed = judged.filter((reading, index) => reading !== registers[index]);
  await setExcluded(db, unit.unitKey, changed);
  return [...new Set(changed.map((reading) => reading.date))];
}
