import type { DailyDocument, PeriodEntry } from '../../../kernel/document/types.ts';
import { times } from '../../../kernel/measure/exact.ts';
import type { InstalledMeter } from '../../../kernel/measure/meter.ts';
import { type MeterRun, meterRuns } from '../processors/meter-runs.ts';
import type { UnitDay } from '../processors/types.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import { countedBy, noReading, offlineStep, totalStep } from './hour-steps.ts';
import { numberText, timesText } from './number-text.ts';
import type { ExplainedStep } from './types.ts';

/** Steps to the totals of a flow or energy day's hours, where a meter replaced another one. */
export function meterSteps(day: UnitDay, document: DailyDocument): readonly ExplainedStep[] {
  const runs = meterRuns(
    day,
    document.hourly.map(({ offlineCount }) => offlineCount),
  );
  const silent = new Set(document.hourly.keys());
  for (const { hour } of day.hours) silent.delete(hour);
  return document.hourly.flatMap((entry, hour) => {
    const ofHour = runs[hour] ?? [];
    const hasExchange = ofHour.length > 1;
    if (!hasExchange && silent.has(hour)) return [noReading(hour)];
    const steps = ofHour.flatMap((run) => stepsOfRun(day.unit.flowFactor, hour, run));
    return [...steps, ...(hasExchange ? [sumOfMeters(hour, entry)] : []), ...offlineOf(day, hour, entry, ofHour)];
  });
}

function stepsOfRun(flowFactor: number, hour: number, run: MeterRun): readonly ExplainedStep[] {
  const { part, quantity, installed } = run;
  const counted = (raw: number | null): number | null => (raw === null ? null : times(raw, flowFactor));
  const figures = {
    total: counted(quantity.total),
    ir: counted(quantity.initialRegister),
    fr: counted(quantity.finalRegister),
  };
  return [
    ...(installed === null ? [] : [exchangeStep(flowFactor, hour, installed)]),
    ...firstRegisterStep(flowFactor, hour, run),
    ...(part === null ? [] : [totalStep(flowFactor, hour, figures, part)]),
  ];
}

const WRITTEN_BY_NOBODY = 'nobody wrote down';

function exchangeStep(flowFactor: number, hour: number, meter: InstalledMeter): ExplainedStep {
  const { serial, finalRegisterOfOld, initialRegister, installedAtEpochMs } = meter;
  const name = serial === null ? 'another meter' : `another meter (${serial})`;
  const before =
    finalRegisterOfOld === null
      ? `${WRITTEN_BY_NOBODY} the last register of the one before, so it counts up to its last reading`
      : `the one before was taken out at register ${timesText(finalRegisterOfOld, flowFactor)} and counts up to it`;
  const after =
    initialRegister === null
      ? `${WRITTEN_BY_NOBODY} the first register of this one, so it counts from its first reading`
      : `this one began at register ${timesText(initialRegister, flowFactor)} and counts from it`;
  return {
    rule: 'meter exchanged',
    hour,
    text: `${name} was installed at ${writeIso(installedAtEpochMs)}; ${before}; ${after}`,
    numbers: { finalRegisterOfOld, initialRegister, flowFactor },
  };
}

/** Step about a meter's first register, when its installation decides. */
function firstRegisterStep(flowFactor: number, hour: number, { part, newMeter }: MeterRun): readonly ExplainedStep[] {
  if (newMeter === null || newMeter.initialRegister === null || (part?.firstRegister ?? null) === null) return [];
  const passed = part?.firstRegisterValue ?? null;
  return [
    {
      rule: 'first register of a meter',
      hour,
      text: `the meter sent its first register: since its installation at ${timesText(newMeter.initialRegister, flowFactor)} it has counted ${timesText(passed, flowFactor)}, which takes the place of the reading's interval value`,
      numbers: { initialRegister: newMeter.initialRegister, passed, flowFactor },
    },
  ];
}

function sumOfMeters(hour: number, entry: PeriodEntry): ExplainedStep {
  const { total, ir, fr } = countedBy(entry);
  return {
    rule: 'sum of meters',
    hour,
    text:
      total === null
        ? 'no meter of this hour has a total: no total'
        : `what each meter counted in this hour adds up to ${numberText(total)}; ir ${numberText(ir)} is the register of the first one, fr ${numberText(fr)} of the last`,
    numbers: { total, ir, fr },
  };
}

function offlineOf(
  { unit }: UnitDay,
  hour: number,
  entry: PeriodEntry,
  runs: readonly MeterRun[],
): readonly ExplainedStep[] {
  const first = runs.find(({ booked }) => booked.jump !== 0) ?? runs[0];
  const step = offlineStep(hour, entry, {
    countsStep: (first?.newMeter?.initialRegister ?? null) !== null,
    booked: runs.map(({ booked }) => booked),
    expectedRegister: first?.expectedRegister ?? null,
    flowFactor: unit.flowFactor,
  });
  return step === null ? [] : [step];
}
