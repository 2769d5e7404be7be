import type { ErrorDetail } from '../../../kernel/errors.ts';
import { minus } from '../../../kernel/measure/exact.ts';
import type { InstalledMeter, RegisterAt } from '../../../kernel/measure/meter.ts';
import { writeIso } from '../../../kernel/time/iso.ts';

/** Registers that were sent between an installation and its neighbours. */
export interface SentRegisters {
  readonly before: RegisterAt | null;
  readonly after: RegisterAt | null;
}

interface Repetition {
  /** Certain cases of one exchange that was registered twice. */
  readonly mistakes: readonly ErrorDetail[];
  /** Possible cases. */
  readonly warnings: readonly string[];
}

/**
 * Finds an exchange that was registered twice, as by two people who were both there. The meter in between would have
 * counted from its first register to the last register of the old meter, and that water never flowed.
 * @param others the unit's other meters, in order of their instants.
 */
export function repeatedExchange(
  meter: InstalledMeter,
  others: readonly InstalledMeter[],
  { before, after }: SentRegisters,
): Repetition {
  const previous = others.findLast(({ installedAtEpochMs }) => installedAtEpochMs < meter.installedAtEpochMs);
  const next = others.find(({ installedAtEpochMs }) => installedAtEpochMs > meter.installedAtEpochMs);
  const pairs = [
    ...(previous === undefined
      ? []
      : [{ earlier: previous, later: meter, other: previous, isSilent: before === null }]),
    ...(next === undefined ? [] : [{ earlier: meter, later: next, other: next, isSilent: after === null }]),
  ];
  const mistakes = pairs
    .filter(({ earlier, later, isSilent }) => isSilent && isOneSwap(earlier, later))
    .map(({ other }) => {
      const problem = `'${writeIso(meter.installedAtEpochMs)}' repeats the exchange that is registered at ${writeIso(other.installedAtEpochMs)}, and no register was sent in between; allowed is one installation an exchange, which PATCH corrects`;
      return { field: 'installedAt', problem };
    });
  return { mistakes, warnings: mistakes.length > 0 ? [] : pairs.flatMap(suspicion) };
}

/**
 * Whether two installations are one: the same meter came in, or the same counted register of an old meter was written
 * down.
 */
function isOneSwap(earlier: InstalledMeter, later: InstalledMeter): boolean {
  if (earlier.serial !== null && earlier.serial === later.serial) return true;
  return hasSameEnd(earlier, later) && countedBetween(earlier, later) !== 0;
}

const hasSameEnd = (earlier: InstalledMeter, later: InstalledMeter): boolean =>
  later.finalRegisterOfOld !== null && later.finalRegisterOfOld === earlier.finalRegisterOfOld;

/** Quantity that the meter in between counted by the registers that were written down; null: unknown. */
const countedBetween = ({ initialRegister }: InstalledMeter, { finalRegisterOfOld }: InstalledMeter): number | null =>
  initialRegister === null || finalRegisterOfOld === null ? null : minus(finalRegisterOfOld, initialRegister);

interface Pair {
  readonly earlier: InstalledMeter;
  readonly later: InstalledMeter;
  readonly isSilent: boolean;
}

function suspicion({ earlier, later, isSilent }: Pair): string[] {
  const counted = countedBetween(earlier, later);
  if (counted === 0 || (!isSilent && !hasSameEnd(earlier, later)) || (isSilent && counted === null)) return [];
  const why = isSilent ? 'though it sent no register' : 'which is where the meter before it ended, too';
  return [
    `the meter installed at ${writeIso(earlier.installedAtEpochMs)} ends at ${writeIso(later.installedAtEpochMs)} with ${later.finalRegisterOfOld}, ${why}: see whether one exchange is registered twice`,
  ];
}
