import type { Querier } from '../platform/database/database.ts';
import type { DailyDocument, PeriodEntry } from '../kernel/document/types.ts';
import { cutHour, withCutHour } from './rules/figures/cut-hour.ts';
import { type CutHour, handedOn, type HourPart, readPart, spanOfPart } from './rules/figures/hour-part.ts';
import { type Industry, type StoredUnit, tankOfReading, unitAsOf } from '../kernel/industry/industry.ts';
import { dividedBy } from '../kernel/measure/exact.ts';
import { metersInstalled } from '../kernel/measure/meter.ts';
import { mayHaveParameters } from '../kernel/measure/unit.ts';
import type { HourRollup, RegisterPart, UnitDay } from './rules/processors/types.ts';
import { businessDateOf, dayWindow } from '../kernel/time/business-clock.ts';
import { HOUR_MS } from '../kernel/time/durations.ts';
import { isSealed, type SealedDays } from '../kernel/time/sealed-days.ts';
import type { BusinessClock, BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { hourParts, type HourPartWanted, meterParts } from './store/meter-parts.ts';
import { computeVirtual } from './compute-virtual.ts';
import type { VirtualPlan } from './virtual-plan.ts';

/** Position of an instant within an hour of a business day. */
interface Cut extends CutHour {
  readonly date: BusinessDate;
  readonly dayStartEpochMs: EpochMillis;
  readonly hour: number;
}

type Documents = ReadonlyMap<BusinessDate, ReadonlyMap<string, DailyDocument>>;

/**
 * Instants that have come and lie within an hour, of days whose readings are there. Spec gap: nobody can part an hour
 * of removed readings, so it stays whole, with the day in which it begins.
 */
export const cutsAt = (
  clock: BusinessClock,
  instants: readonly EpochMillis[],
  sealed: SealedDays,
  now: EpochMillis,
): readonly Cut[] =>
  instants.flatMap((cutEpochMs) => {
    const date = businessDateOf(clock, cutEpochMs);
    const day = dayWindow(clock, date);
    const hour = Math.floor((cutEpochMs - day.startEpochMs) / HOUR_MS);
    const startEpochMs = day.startEpochMs + hour * HOUR_MS;
    if (startEpochMs === cutEpochMs || cutEpochMs > now || isSealed(sealed, date)) return [];
    const endEpochMs = Math.min(startEpochMs + HOUR_MS, day.endEpochMs, Math.max(now, cutEpochMs));
    return [{ date, dayStartEpochMs: day.startEpochMs, hour, startEpochMs, cutEpochMs, endEpochMs }];
  });

interface ToCut {
  readonly industry: Industry;
  /** Documents of the cuts' days: the wanted ones, and those that virtual ones among them use. */
  readonly documents: Documents;
  readonly planFor: (date: BusinessDate) => VirtualPlan;
}

/** The day of a cut. Its documents take in the parts of the hour as they are computed. */
interface CutDay {
  readonly industry: Industry;
  readonly cut: Cut;
  readonly documents: Map<string, DailyDocument>;
  /** Documents of the part before the cut and of the part after it, each with the part as its only hour. */
  readonly parts: readonly [Map<string, DailyDocument>, Map<string, DailyDocument>];
}

/**
 * Documents whose hours are parted at the cuts. Parts come from the readings by the definition of an hour, and
 * processors compute them. Virtual units take the formula over the parts of their operands.
 */
export async function cutDocuments(
  db: Querier,
  { industry, documents, planFor }: ToCut,
  cuts: readonly Cut[],
): Promise<Documents> {
  const result = new Map([...documents].map(([date, ofDay]) => [date, new Map(ofDay)]));
  const measuring = [...industry.units.values()].filter(
    ({ current, versions }) =>
      cuts.some(({ date }) => documents.get(date)?.has(current.unitId))
      && versions.some(({ unit }) => unit.group !== 'VIRTUAL'),
  );
  const read = await readParts(db, measuring, cuts);
  for (const [index, cut] of cuts.entries()) {
    const [before = NO_PARTS, after = NO_PARTS] = read.slice(2 * index, 2 * index + 2);
    const ofDay = result.get(cut.date) ?? new Map<string, DailyDocument>();
    const day: CutDay = { industry, cut, documents: ofDay, parts: [new Map(), new Map()] };
    await cutMeasured(db, day, measuring, [before, after]);
    cutVirtual(day, planFor(cut.date));
    result.set(cut.date, ofDay);
  }
  return result;
}

/** Units with readings: each part by its own readings. */
async function cutMeasured(
  db: Querier,
  day: CutDay,
  units: readonly StoredUnit[],
  [before, after]: readonly [Parts, Parts],
): Promise<void> {
  const { industry, cut, documents } = day;
  for (const stored of units) {
    const unit = unitAsOf(stored, cut.date);
    const document = documents.get(unit.unitId);
    const whole = document?.hourly[cut.hour];
    if (document === undefined || whole === undefined || unit.group === 'VIRTUAL') continue;
    const [first, second] = [before.get(stored.unitKey) ?? null, after.get(stored.unitKey) ?? null];
    const registerBefore = registerUpTo(document, cut.hour, unit.flowFactor);
    const atCut = handedOn(unit.flowFactor, registerBefore, first);
    const one = await partOf(db, industry, stored, cut, 'before', first, { register: registerBefore, value: null });
    const other = await partOf(db, industry, stored, cut, 'after', second, atCut);
    keepParts(day, document, cutHour(whole, unit, cut, [one, other]));
  }
}

/** Virtual units: the formula over the parts of their operands. */
function cutVirtual(day: CutDay, plan: VirtualPlan): void {
  const { industry, cut, documents, parts } = day;
  const windows = [
    { startEpochMs: cut.startEpochMs, lengthSeconds: (cut.cutEpochMs - cut.startEpochMs) / 1000 },
    { startEpochMs: cut.cutEpochMs, lengthSeconds: Math.max(1, cut.endEpochMs - cut.cutEpochMs) / 1000 },
  ] as const;
  for (const at of [0, 1] as const)
    computeVirtual(
      { industry, date: cut.date, plan, documents: parts[at], failures: new Map(), window: windows[at] },
      new Set(documents.keys()),
      false,
    );
  for (const { unit } of plan.virtualUnits) {
    const document = documents.get(unit.unitId);
    const [one, other] = parts.map((part) => part.get(unit.unitId)?.hourly[0]);
    if (document?.hourly[cut.hour] === undefined || one === undefined || other === undefined) continue;
    keepParts(day, document, [one, other]);
  }
}

/** Keeps the parts for formulas over them, and in the document, in the place of the hour. */
function keepParts(
  { cut, documents, parts }: CutDay,
  document: DailyDocument,
  [one, other]: readonly [PeriodEntry, PeriodEntry],
): void {
  parts[0].set(document.unitId, { ...document, hourly: [one], value: one.y });
  parts[1].set(document.unitId, { ...document, hourly: [other], value: other.y });
  documents.set(document.unitId, withCutHour(document, cut.hour, [one, other]));
}

type Parts = ReadonlyMap<number, HourRollup>;
const NO_PARTS: Parts = new Map();

/** The part before and the part after each cut. */
function readParts(db: Querier, units: readonly StoredUnit[], cuts: readonly Cut[]): Promise<readonly Parts[]> {
  return hourParts(
    db,
    units.map(({ unitKey }) => unitKey),
    units.flatMap(({ unitKey, versions }) => (versions.some(({ unit }) => mayHaveParameters(unit)) ? [unitKey] : [])),
    cuts.flatMap(({ date, dayStartEpochMs, hour, startEpochMs, cutEpochMs }): HourPartWanted[] => [
      { date, dayStartEpochMs, hour, fromEpochMs: startEpochMs - HOUR_MS, untilEpochMs: cutEpochMs },
      { date, dayStartEpochMs, hour, fromEpochMs: cutEpochMs, untilEpochMs: startEpochMs + 2 * HOUR_MS },
    ]),
  );
}

/** Figures of one part by its own readings; null: it has none. */
async function partOf(
  db: Querier,
  industry: Industry,
  stored: StoredUnit,
  cut: Cut,
  side: 'before' | 'after',
  rollup: HourRollup | null,
  before: UnitDay['before'],
): Promise<HourPart | null> {
  if (rollup === null) return null;
  const { date, cutEpochMs } = cut;
  const [from, until] = spanOfPart(cut, side);
  const ofMeters = await metersOfPart(db, stored, cut, from, Math.max(until, cutEpochMs + 1));
  return readPart(
    { industryId: industry.industryId, unit: unitAsOf(stored, date), date, cut, side },
    rollup,
    { ...before, ...tankOfReading(stored, date, date) },
    ofMeters,
  );
}

/** Raw register at the beginning of an hour of a day; null: the day does not tell. */
function registerUpTo({ hourly }: DailyDocument, hour: number, flowFactor: number): number | null {
  const register = hourly.slice(0, hour).findLast(({ fr }) => (fr ?? null) !== null)?.fr ?? null;
  return register === null || flowFactor === 0 ? null : dividedBy(register, flowFactor);
}

/** Registers of each meter in the part, where another one was installed in it; null: none was. */
async function metersOfPart(
  db: Querier,
  { unitKey, current }: StoredUnit,
  { date, dayStartEpochMs, hour }: Cut,
  fromEpochMs: EpochMillis,
  untilEpochMs: EpochMillis,
): Promise<readonly (RegisterPart | null)[] | null> {
  const installed = metersInstalled(current, fromEpochMs, untilEpochMs).map((meter) => meter.installedAtEpochMs);
  if (installed.length === 0) return null;
  const bounds = [fromEpochMs, ...installed, untilEpochMs];
  return meterParts(
    db,
    bounds.slice(1).map((until, index) => ({
      unitKey,
      date,
      dayStartEpochMs,
      hour,
      fromEpochMs: bounds[index] ?? fromEpochMs,
      untilEpochMs: until,
    })),
  );
}
