import type { Querier } from '../../platform/database/database.ts';
import type { DailyDocument } from '../../kernel/document/types.ts';
import { type ExplainedSlots, explainSlots } from '../rules/explain/slots.ts';
import { explainSteps } from '../rules/explain/steps.ts';
import type { ExplainedFormula, ExplainedStep } from '../rules/explain/types.ts';
import { explainVirtualDay } from '../rules/explain/virtual.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../../kernel/industry/industry.ts';
import { processDay } from '../rules/processors/registry.ts';
import type { HourRollup, UnitDay } from '../rules/processors/types.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { computeDays } from '../compute-days.ts';
import { virtualDayOf } from '../compute-virtual.ts';
import { loadUnitDays } from '../load-days.ts';
import { virtualPlannerOf } from '../virtual-plan.ts';

/** Figures that the processors make of a day's readings now, with their steps. */
export interface Derivation {
  readonly steps: readonly ExplainedStep[];
  /** null for virtual units, whose slots are those of their operands. */
  readonly slots: ExplainedSlots | null;
  /** null but for virtual units. */
  readonly formula: ExplainedFormula | null;
  /** Raw registers and readings the window's figures begin and end with; null for virtual units. */
  readonly boundaries: ReturnType<typeof boundariesOf> | null;
  readonly document: DailyDocument;
  /** Readings in the window; null for virtual units. */
  readonly readings: { readonly used: number; readonly estimated: number } | null;
  /** Units whose readings decide the figure: the unit itself, or all its formula uses. */
  readonly concernedUnits: readonly StoredUnit[];
}

interface DayToDerive {
  readonly industry: Industry;
  readonly unit: StoredUnit;
  readonly date: BusinessDate;
  readonly hour: number | null;
  readonly now: EpochMillis;
}

/** Derives a figure from the readings, never from rollups or stored documents. */
export const derive = (db: Querier, request: DayToDerive): Promise<Derivation> =>
  unitAsOf(request.unit, request.date).group === 'VIRTUAL' ? deriveVirtual(db, request) : deriveMeasured(db, request);

async function deriveMeasured(db: Querier, { industry, unit, date, hour, now }: DayToDerive): Promise<Derivation> {
  for await (const { unitDays } of loadUnitDays(db, {
    industry,
    units: [unit],
    dates: [date],
    materialisedBefore: null,
    now,
  })) {
    const [day] = unitDays;
    if (day === undefined) break;
    const document = processDay(day);
    const rollups = day.hours.filter((rollup) => hour === null || rollup.hour === hour);
    return {
      document,
      formula: null,
      concernedUnits: [unit],
      steps: explainSteps(day, document, hour),
      slots: explainSlots(day, hour),
      boundaries: boundariesOf(day, rollups, hour),
      readings: {
        used: sumOf(rollups, (rollup) => rollup.readingCount),
        estimated: sumOf(rollups, (rollup) => rollup.estimatedCount),
      },
    };
  }
  throw new Error(`Day ${date} of ${unit.current.unitId} was not loaded.`);
}

const sumOf = (rollups: readonly HourRollup[], pick: (rollup: HourRollup) => number): number =>
  rollups.reduce((sum, rollup) => sum + pick(rollup), 0);

function boundariesOf(day: UnitDay, rollups: readonly HourRollup[], hour: number | null) {
  const earlier = hour === null ? [] : day.hours.filter((rollup) => rollup.hour < hour);
  return {
    registerBefore: earlier.findLast((rollup) => rollup.lastRegister !== null)?.lastRegister ?? day.before.register,
    firstRegister: rollups.find((rollup) => rollup.firstRegister !== null)?.firstRegister ?? null,
    lastRegister: rollups.findLast((rollup) => rollup.lastRegister !== null)?.lastRegister ?? null,
    valueBefore: earlier.findLast((rollup) => rollup.lastValue !== null)?.lastValue ?? day.before.value,
    firstValue: rollups.find((rollup) => rollup.firstValue !== null)?.firstValue ?? null,
    lastValue: rollups.findLast((rollup) => rollup.lastValue !== null)?.lastValue ?? null,
  };
}

async function deriveVirtual(db: Querier, { industry, unit, date, hour, now }: DayToDerive): Promise<Derivation> {
  const { unitId } = unit.current;
  const { graph } = virtualPlannerOf(industry)(date);
  const used = graph.transitiveOperandsOf([unitId]);
  const unitIds = new Set([unitId, ...used]);
  for await (const { work } of computeDays(db, { industry, dates: [date], unitIds, now, materialisedBefore: null })) {
    const planned = work.plan.virtualUnits.find((candidate) => candidate.unit.unitId === unitId);
    if (planned === undefined) break;
    // A cycle is named by a unit in it.
    const failure = planned.cyclic
      ? ({ unitId: graph.unitInCycleOf(unitId) ?? unitId, kind: 'cycle' } as const)
      : planned.failure;
    const { document, formula, steps } = explainVirtualDay(
      { ...virtualDayOf(work, planned), failure },
      planned.formula,
      hour,
    );
    return {
      document,
      formula,
      steps,
      slots: null,
      boundaries: null,
      readings: null,
      concernedUnits: [unit, ...[...used].flatMap((id) => industry.units.get(id) ?? [])],
    };
  }
  throw new Error(`Day ${date} of ${unitId} was not computed.`);
}
