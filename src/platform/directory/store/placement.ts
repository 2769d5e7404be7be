import type { Querier } from '../../database/database.ts';
import type { SealedDays } from '../../../kernel/time/sealed-days.ts';
import type { BusinessDate, DatedRule } from '../../../kernel/time/types.ts';

/** The state of an industry that decides where its readings may stand. */
export interface Placement {
  readonly sealed: SealedDays;
  /** A person has decided about readings, which what devices send again does not replace. */
  readonly hasDecided: boolean;
  /** True when a person has estimated readings, which are computed again when others come among them. */
  readonly hasEstimates: boolean;
  /** The rules of the industry's clock, oldest first. */
  readonly rules: readonly DatedRule[];
}

/** The placement, locked: nobody changes the clock or moves the seal until the transaction ends. */
export async function holdPlacement(transaction: Querier, industryKey: number): Promise<Placement> {
  await transaction.many('placement.hold', { industryKey });
  return readPlacement(transaction, industryKey);
}

/**
 * The placement, locked for a change of the clock or of readings by hand: nobody stores readings or documents of the
 * industry until the transaction ends.
 */
export async function holdPlacementAlone(transaction: Querier, industryKey: number): Promise<Placement> {
  await transaction.many('placement.hold_alone', { industryKey });
  return readPlacement(transaction, industryKey);
}

async function readPlacement(db: Querier, industryKey: number): Promise<Placement> {
  const row = await db.one<{
    sealedBefore: BusinessDate | null;
    sealedMonths: string[];
    hasDecided: boolean;
    hasEstimates: boolean;
    rules: DatedRule[] | null;
  }>('placement.read', { industryKey });
  if (row.rules === null) throw new Error(`Industry ${industryKey} has no clock.`);
  return {
    sealed: { before: row.sealedBefore, months: new Set(row.sealedMonths) },
    hasDecided: row.hasDecided,
    hasEstimates: row.hasEstimates,
    rules: row.rules,
  };
}
