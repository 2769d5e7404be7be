import type { Unheard } from '../../../kernel/document/types.ts';
import { unheardStep, unheardTogether } from '../../../kernel/document/unheard.ts';
import { sum, times } from '../../../kernel/measure/exact.ts';
import type { DayHour } from './hours.ts';
import { concernsNewMeter, type MeterRun, meterRuns } from './meter-runs.ts';
import { sumOrNull } from './numbers.ts';
import { bookedOffline, type HourQuantity, hourQuantityOf, registerAfter } from './hour-quantity.ts';
import { isSilence, registerExpected, lastRegisterBefore } from './last-register.ts';
import type { UnitDay } from './types.ts';

/** Quantities of one hour of a flow or energy unit, flowFactor applied. */
interface FlowHour {
  /** null when the hour has neither register nor interval values. */
  readonly total: number | null;
  readonly initialRegister: number | null;
  readonly finalRegister: number | null;
  /**
   * Quantity booked in offline slots: estimated values, what registers counted beyond the values, jumps across a gap.
   */
  readonly offlineValue: number;
  /** The amount that is in no hour's total; null: none. */
  readonly unheard: Unheard | null;
}

const SILENT_HOUR: FlowHour = {
  total: null,
  initialRegister: null,
  finalRegister: null,
  offlineValue: 0,
  unheard: null,
};

/**
 * The flow rule for every hour of the day in order. A register jump between two hours belongs to no hour's total
 * (docs/explanation/architecture.md, Flow details): it is only reported in `unheard` and in the offlineValue of the
 * hour that reveals it. Differences are those of the raw readings, which are decimals; the factor is applied last.
 */
export function figuresOfFlowHours(input: UnitDay, hours: readonly DayHour[]): readonly FlowHour[] {
  const counted = (raw: number | null): number | null => (raw === null ? null : times(raw, input.unit.flowFactor));
  if (concernsNewMeter(input)) return figuresOfMeters(input, hours);
  const unheard = unheardOfHours(input);
  let expectedRegister = registerExpected(input.before);
  return hours.map(({ rollup, offline }) => {
    if (rollup === null) return SILENT_HOUR;
    const quantity = hourQuantityOf(rollup, input.unit.flowFactor);
    const { estimated, beyondValues, jump } = bookedOffline(
      rollup,
      quantity,
      offline.offlineCount,
      expectedRegister,
      input.unit.flowFactor,
    );
    expectedRegister = registerAfter(expectedRegister, quantity);
    return {
      total: counted(quantity.total),
      initialRegister: counted(quantity.initialRegister),
      finalRegister: counted(quantity.finalRegister),
      offlineValue: times(sum([estimated, beyondValues, jump]), input.unit.flowFactor),
      unheard: unheard(rollup.hour, jump),
    };
  });
}

/** Figures where meters were installed: an hour is the sum of its meters' counts. */
function figuresOfMeters(input: UnitDay, hours: readonly DayHour[]): readonly FlowHour[] {
  const { flowFactor } = input.unit;
  const counted = (raw: number | null): number | null => (raw === null ? null : times(raw, flowFactor));
  const runsOfHours = meterRuns(
    input,
    hours.map(({ offline }) => offline.offlineCount),
  );
  const unheard = unheardOfHours(input);
  return runsOfHours.map((runs, hour): FlowHour => {
    const known = (pick: (quantity: HourQuantity) => number | null): number[] =>
      runs.flatMap(({ quantity }) => pick(quantity) ?? []);
    return {
      total: counted(sumOrNull(runs.map(({ quantity }) => quantity.total))),
      initialRegister: counted(known((quantity) => quantity.initialRegister)[0] ?? null),
      finalRegister: counted(known((quantity) => quantity.finalRegister).at(-1) ?? null),
      offlineValue: times(sum(runs.flatMap(bookedOfRun)), flowFactor),
      unheard: unheardTogether(runs.map((run) => unheard(hour, stepBeforeRun(run)))),
    };
  });
}

const bookedOfRun = ({ booked }: MeterRun): number[] => [booked.estimated, booked.beyondValues, booked.jump];

/** A new meter's count since its installation is in the total. */
const stepBeforeRun = ({ newMeter, booked }: MeterRun): number => (newMeter === null ? booked.jump : 0);

/** The part that passed before an hour, of the raw step between its register and the one before. */
function unheardOfHours(input: UnitDay): (hour: number, raw: number) => Unheard | null {
  const { unit, hours, dayStartEpochMs } = input;
  const heardBefore = lastRegisterBefore(input);
  return (hour, raw) => {
    const index = hours.findIndex((rollup) => rollup.hour === hour);
    const [rollup, heard] = [hours[index], heardBefore[index]];
    if (raw === 0 || rollup === undefined || heard === undefined) return null;
    return unheardStep({
      raw,
      flowFactor: unit.flowFactor,
      fromEpochMs: heard.epochMs ?? dayStartEpochMs,
      toEpochMs: rollup.firstEpochMs,
      isSilence: isSilence(unit, heard, rollup.firstEpochMs),
    });
  };
}
