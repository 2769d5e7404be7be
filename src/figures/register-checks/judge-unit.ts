import { type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { meterNumber } from '../../kernel/measure/meter.ts';
import type { RegisterChecks, Unit } from '../../kernel/measure/unit.ts';
import { classifyRegister } from '../rules/register-checks/classify.ts';
import { contextOf, type RegisterContext } from '../rules/register-checks/context.ts';
import type { Overrules, RegisterEvent, RegisterVerdict } from '../rules/register-checks/types.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { StoredRegister } from '../store/register-events.ts';

/** The verdict on one unit's register after new readings of a window. */
interface Judgement {
  /** The span judged: all that readings of the window can alter. */
  readonly span: RegisterContext;
  /** Events that concern readings of the span. */
  readonly events: readonly RegisterEvent[];
  /** The registers given, with the flag they should have. */
  readonly judged: readonly StoredRegister[];
}

/**
 * Judges the registers around a window again. The readings of the window's context (context.ts) get verdicts, and
 * `registers` must reach over the context of that context. Each reading is judged by the checks in force on its
 * business day, among readings of days that count in the same direction. A meter that is turned round counts up where
 * it counted down. Each meter is judged by its own readings, because a known exchange is no fall. An event belongs to
 * the day of its first reading. Without checks in force there is no event and no excluded reading, because the literal
 * rule stands then. The result does not depend on the flags that the registers come with.
 */
export function judgeUnit(
  unit: StoredUnit,
  registers: readonly StoredRegister[],
  window: { readonly fromEpochMs: EpochMillis; readonly toEpochMs: EpochMillis },
  overrules: Overrules,
): Judgement {
  const span = contextOf(registers, window.fromEpochMs, window.toEpochMs, overrules);
  const isInSpan = (epochMs: EpochMillis): boolean =>
    (span.fromEpochMs === null || epochMs >= span.fromEpochMs)
    && (span.toEpochMs === null || epochMs <= span.toEpochMs);
  const ruleOn = rulesByDate(unit);
  const ofMeters = registersByMeter(unit.current, registers);
  const verdicts = new Map<Rule, Map<number, RegisterVerdict>>();
  const verdictOf = (rule: Rule, checks: RegisterChecks, meter: number): RegisterVerdict => {
    const ofRule = verdicts.get(rule) ?? new Map<number, RegisterVerdict>();
    verdicts.set(rule, ofRule);
    const known = ofRule.get(meter);
    if (known !== undefined) return known;
    const verdict = classifyRegister(
      (ofMeters.get(meter) ?? []).filter(({ date }) => ruleOn(date).turns === rule.turns),
      { checks, countsDown: rule.countsDown, overrules },
    );
    ofRule.set(meter, verdict);
    return verdict;
  };

  const judged = registers.map((reading) => {
    if (!isInSpan(reading.epochMs)) return reading;
    const rule = ruleOn(reading.date);
    const excluded =
      rule.checks !== null
      && verdictOf(rule, rule.checks, meterNumber(unit.current, reading.epochMs)).excludedEpochMs.has(reading.epochMs);
    return excluded === reading.excluded ? reading : { ...reading, excluded };
  });
  const dates = new Map(registers.map((reading) => [reading.epochMs, reading.date]));
  const belongsTo = (event: RegisterEvent, rule: Rule): boolean => {
    const date = dates.get(event.fromEpochMs);
    return date !== undefined && ruleOn(date) === rule && event.readings.some(isInSpan);
  };
  const events = [...verdicts].flatMap(([rule, ofRule]) =>
    [...ofRule.values()].flatMap((verdict) => verdict.events.filter((event) => belongsTo(event, rule))),
  );
  return { span, events, judged };
}

/** Registers of each meter, by its number. A new meter that really begins at 0 has no zeros to be judged. */
function registersByMeter(unit: Unit, registers: readonly StoredRegister[]): Map<number, readonly StoredRegister[]> {
  if (unit.meters === undefined) return new Map([[0, registers]]);
  const found = new Map<number, readonly StoredRegister[]>();
  for (const [meter, own] of Map.groupBy(registers, ({ epochMs }) => meterNumber(unit, epochMs))) {
    const initialRegister = meter === 0 ? null : (unit.meters[meter - 1]?.initialRegister ?? null);
    const before = found.get(meter - 1)?.findLast(({ register }) => register > 0)?.register ?? null;
    const begins = own.findIndex(({ register }) => register > 0);
    const zeros = begins < 0 ? own.length : begins;
    const isBegin = meter > 0 && zeros > 0 && beginsAtZero(initialRegister, before, own[begins]?.register ?? null);
    found.set(meter, isBegin ? own.slice(zeros) : own);
  }
  return found;
}

/** A meter counts from 0 where its first register above 0 is at most this share of the last one before. */
const BEGINS_AT_ZERO_SHARE = 0.1;

/** Spec gap: without a first register that was written down, zeros are believed when the meter counts on from them. */
const beginsAtZero = (initialRegister: number | null, before: number | null, next: number | null): boolean =>
  initialRegister === null
    ? next === null || (before !== null && next <= BEGINS_AT_ZERO_SHARE * before)
    : initialRegister === 0;

/** The rule by which readings of a day are judged. */
interface Rule {
  readonly checks: RegisterChecks | null;
  readonly countsDown: boolean;
  /** Number of turns of the meter before: days of equal number count in one direction without a break. */
  readonly turns: number;
}

/**
 * Rules by day. Equal versions without a turn between share one object, so that readings are classified once for all.
 */
function rulesByDate(unit: StoredUnit): (date: BusinessDate) => Rule {
  const turnedOn = unit.versions.filter(
    (version, index) =>
      index > 0 && countsDown(version.unit) !== countsDown(unit.versions[index - 1]?.unit ?? version.unit),
  );
  const distinct = new Map<string, Rule>();
  const byDate = new Map<BusinessDate, Rule>();
  return (date) => {
    const known = byDate.get(date);
    if (known !== undefined) return known;
    const onDay = unitAsOf(unit, date);
    const rule = {
      checks: onDay.registerChecks,
      countsDown: countsDown(onDay),
      turns: turnedOn.filter(({ effectiveFrom }) => effectiveFrom <= date).length,
    };
    const shared = distinct.get(keyOf(rule)) ?? rule;
    distinct.set(keyOf(rule), shared);
    byDate.set(date, shared);
    return shared;
  };
}

const countsDown = ({ flowFactor }: Unit): boolean => flowFactor < 0;

const keyOf = ({ checks, turns }: Rule): string =>
  `${turns} ${checks === null ? 'none' : `${checks.dropout} ${checks.glitch} ${checks.spike} ${checks.rolloverDigits}`}`;
