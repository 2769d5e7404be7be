import { type StoredUnit, unitAsOf } from '../../domain/industry/industry.ts';
import type { RegisterChecks } from '../../domain/measure/unit.ts';
import { classifyRegister } from '../../domain/register-checks/classify.ts';
import { contextOf, type RegisterContext } from '../../domain/register-checks/context.ts';
import type { Overrules, RegisterEvent, RegisterVerdict } from '../../domain/register-checks/types.ts';
import type { BusinessDate, EpochMillis } from '../../domain/time/types.ts';
import type { StoredRegister } from '../../store/register-events.ts';

/** What new readings of a window make of one unit's register. */
export interface Judgement {
  /** The span judged: all that readings of the window can alter. */
  readonly span: RegisterContext;
  /** Events that concern readings of the span. */
  readonly events: readonly RegisterEvent[];
  /** The registers given, with the flag they should have. */
  readonly judged: readonly StoredRegister[];
}

/**
 * Judges the registers around a window again. The readings of the window's context (context.ts) get verdicts, and `registers` must
 * reach over the context of that context. Each reading is judged by the checks in force on its business day. An event
 * belongs to the day of its first reading. Without checks in force there is no event and no excluded reading, because the
 * literal rule stands then. The result does not depend on the flags that the registers come with.
 */
export function judgeUnit(
  unit: StoredUnit, registers: readonly StoredRegister[], window: { readonly fromEpochMs: EpochMillis; readonly toEpochMs: EpochMillis }, overrules: Overrules,
): Judgement {
  const span = contextOf(registers, window.fromEpochMs, window.toEpochMs, overrules);
  const isInSpan = (epochMs: EpochMillis): boolean =>
    (span.fromEpochMs === null || epochMs >= span.fromEpochMs) && (span.toEpochMs === null || epochMs <= span.toEpochMs);
  const checksOn = checksByDate(unit);
  const verdicts = new Map<RegisterChecks, RegisterVerdict>();
  const verdictOf = (checks: RegisterChecks): RegisterVerdict => {
    const known = verdicts.get(checks);
    if (known !== undefined) return known;
    const verdict = classifyRegister(registers, { checks, overrules });
    verdicts.set(checks, verdict);
    return verdict;
  };

  const judged = registers.map((reading) => {
    const checks = isInSpan(reading.epochMs) ? checksOn(reading.date) : undefined;
    if (checks === undefined) return reading;
    const excluded = checks !== null && verdictOf(checks).excludedEpochMs.has(reading.epochMs);
    return excluded === reading.excluded ? reading : { ...reading, excluded };
  });
  const dates = new Map(registers.map((reading) => [reading.epochMs, reading.date]));
  const belongsTo = (event: RegisterEvent, checks: RegisterChecks): boolean => {
    const date = dates.get(event.fromEpochMs);
    return date !== undefined && checksOn(date) === checks && event.readings.some(isInSpan);
  };
  const events = [...verdicts].flatMap(([checks, verdict]) => verdict.events.filter((event) => belongsTo(event, checks)));
  return { span, events, judged };
}

/** The checks in force on a day. Versions that say the same give the same object, so that readings are classified once for all. */
function checksByDate(unit: StoredUnit): (date: BusinessDate) => RegisterChecks | null {
  const distinct = new Map<string, RegisterChecks>();
  const byDate = new Map<BusinessDate, RegisterChecks | null>();
  return (date) => {
    const known = byDate.get(date);
    if (known !== undefined) return known;
    const checks = unitAsOf(unit, date).registerChecks;
    const shared = checks === null ? null : (distinct.get(keyOf(checks)) ?? checks);
    if (shared !== null) distinct.set(keyOf(shared), shared);
    byDate.set(date, shared);
    return shared;
  };
}

const keyOf = ({ dropout, glitch, spike, rolloverDigits }: RegisterChecks): string => `${dropout} ${glitch} ${spike} ${rolloverDigits}`;
