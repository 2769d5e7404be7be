import type { RegisterCheckAction, RegisterChecks } from '../../../kernel/measure/unit.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** A reading that carries a register, raw (flowFactor not applied). Readings of one unit have distinct instants. */
export interface RegisterReading {
  readonly epochMs: EpochMillis;
  readonly register: number;
}

/** An operator's word on single readings; it wins over every classification. */
export type Overrules = ReadonlyMap<EpochMillis, RegisterCheckAction>;

/**
 * Why a register went backwards, or leapt and came back. Less and more are meant for a register that counts up, and are
 * mirrored for one that counts down (which rolls over from 0 to 9..9); only a dropout is read off the raw number:
 * - dropout: it read 0 (or less) and then went on as if it had not, or has not read anything else yet;
 * - glitch: it read less for at most a few readings and is back;
 * - spike: one reading stands far above both neighbours;
 * - rollover: it passed the highest number its declared digits can show;
 * - reset: it fell to 0 or near it and counts on from there;
 * - replacement: it fell to a lower number and counts on from there.
 */
export type RegisterEventKind = 'dropout' | 'glitch' | 'spike' | 'rollover' | 'reset' | 'replacement';

/** One backward step or spike of a register with its evidence; registers are raw. */
export interface RegisterEvent {
  readonly kind: RegisterEventKind;
  /** The first reading concerned. */
  readonly fromEpochMs: EpochMillis;
  /**
   * dropout, glitch and spike: the first reading that is back; null while there is none. Always null for the other
   * kinds: they do not come back.
   */
  readonly toEpochMs: EpochMillis | null;
  /** The last register before; null for a dropout at the very start of the readings. */
  readonly registerBefore: number | null;
  /**
   * The lowest register among the readings concerned; where it counts down the highest, unless some are at or below 0.
   */
  readonly registerDuring: number;
  /**
   * dropout, glitch and spike: the register of toEpochMs. Other kinds: the register it counts on from, null while it
   * has read 0 only.
   */
  readonly registerAfter: number | null;
  /**
   * Instants of the readings concerned, ascending: all inside a dropout or glitch, the spike itself; of the other kinds
   * the reading it counts on from, and of a reset or rollover also the zeros in front of it.
   */
  readonly readings: readonly EpochMillis[];
  /**
   * The checks' action on such readings; 'keep' for a check that is off, and always for rollover, reset and
   * replacement.
   */
  readonly action: RegisterCheckAction;
  /** true while further readings may still change the verdict, its end or its kind. */
  readonly provisional: boolean;
}

export interface RegisterCheckOptions {
  readonly checks: RegisterChecks;
  /**
   * The meter is mounted the wrong way round (flowFactor below 0), so its register counts down and a rise is what a
   * fall is elsewhere.
   */
  readonly countsDown?: boolean;
  readonly overrules?: Overrules;
}

export interface RegisterVerdict {
  /** By fromEpochMs. */
  readonly events: readonly RegisterEvent[];
  /**
   * Readings whose register takes no part in first and last; overrules are applied. Their interval values still count.
   */
  readonly excludedEpochMs: ReadonlySet<EpochMillis>;
}
