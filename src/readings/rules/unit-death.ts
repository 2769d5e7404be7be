import type { EpochMillis } from '../../kernel/time/types.ts';

/** A time at which all devices of a unit were dead, as their networks told. */
export interface UnitDeath {
  readonly diedAt: EpochMillis;
  /** null: it lasts. */
  readonly endedAt: EpochMillis | null;
}
