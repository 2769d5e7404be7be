import type { ErrorDetail } from '../../../kernel/errors.ts';
import { type Industry, type StoredUnit, unitAsOf } from '../../../kernel/industry/industry.ts';
import type { InstalledMeter } from '../../../kernel/measure/meter.ts';
import { REGISTER_GROUPS } from '../../../kernel/measure/unit.ts';
import { businessDateOf } from '../../../kernel/time/business-clock.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import { isSealed, type SealedDays, whySealed } from '../../../kernel/time/sealed-days.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import type { SentRegisters } from './repeated-exchange.ts';

/** Facts of the unit that a meter is checked against. */
interface MeterFacts {
  readonly industry: Pick<Industry, 'clock'>;
  readonly unit: StoredUnit;
  /** The other meters of the unit. */
  readonly others: readonly InstalledMeter[];
  /** null: the unit has no readings. */
  readonly firstReadingEpochMs: EpochMillis | null;
  /** Days whose readings were removed and whose figures are final. */
  readonly sealed: SealedDays;
  readonly now: EpochMillis;
}

/** All mistakes of a meter; an empty list when there is none. */
export function meterMistakes(meter: InstalledMeter, facts: MeterFacts): ErrorDetail[] {
  const problems = [...instantProblems(meter.installedAtEpochMs, facts)].map((problem): ErrorDetail => ({
    field: 'installedAt',
    problem: `'${writeIso(meter.installedAtEpochMs)}' ${problem}`,
  }));
  return [...groupMistakes(meter.installedAtEpochMs, facts), ...problems];
}

function groupMistakes(installedAt: EpochMillis, { unit, industry }: MeterFacts): ErrorDetail[] {
  const { unitId, group } = unitAsOf(unit, businessDateOf(industry.clock, installedAt));
  if (REGISTER_GROUPS.includes(group)) return [];
  const problem = `'${unitId}' is of the group ${group}, which has no register; allowed are units of ${REGISTER_GROUPS.join(', ')}`;
  return [{ field: 'unitId', problem }];
}

function* instantProblems(installedAt: EpochMillis, facts: MeterFacts): Generator<string> {
  const { others, firstReadingEpochMs, sealed, now, industry } = facts;
  if (installedAt > now) yield `lies in the future; allowed is an instant up to now, ${writeIso(now)}`;
  if (firstReadingEpochMs === null)
    yield 'lies before the first reading: the unit has sent none, and its first meter needs no registration';
  else if (installedAt <= firstReadingEpochMs)
    yield `does not lie behind the first reading of the unit, ${writeIso(firstReadingEpochMs)}; its first meter needs no registration`;
  if (others.some(({ installedAtEpochMs }) => installedAtEpochMs === installedAt))
    yield 'is the instant at which another meter of the unit was installed; allowed is one meter an instant';
  const date = businessDateOf(industry.clock, installedAt);
  if (isSealed(sealed, date))
    yield `lies on a business day that is sealed: ${whySealed(sealed, date)}; allowed are days that are not`;
}

/**
 * Contradictions to the registers that were sent. They are warnings, because readings may be wrong, too, and more may
 * arrive.
 */
export function meterWarnings(
  { finalRegisterOfOld, initialRegister }: InstalledMeter,
  { before, after }: SentRegisters,
  flowFactor: number,
): string[] {
  const counts = flowFactor < 0 ? 'down' : 'up';
  const runsBack = (from: number, to: number): boolean => (to - from) * Math.sign(flowFactor) < 0;
  const warnings: string[] = [];
  if (finalRegisterOfOld !== null && before !== null && runsBack(before.register, finalRegisterOfOld))
    warnings.push(
      `finalRegisterOfOld ${finalRegisterOfOld} lies before ${before.register}, which the meter that counts ${counts} sent at ${writeIso(before.epochMs)}: that hour counts interval values`,
    );
  if (initialRegister !== null && after !== null && runsBack(initialRegister, after.register))
    warnings.push(
      `initialRegister ${initialRegister} lies behind ${after.register}, which the meter that counts ${counts} sent at ${writeIso(after.epochMs)}: that hour counts interval values`,
    );
  return warnings;
}
