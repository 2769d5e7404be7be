import type { EventLike, OverruleLike } from '../rules/explain/exclusions.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import type { StoredOverrule, StoredRegisterEvent } from '../store/register-events.ts';

/**
 * A register event for people: instants ISO 8601 UTC, registers raw. `exchange`: an operator has registered that
 * another meter was installed. That is no fault, and nothing is classified across it. `silence`: the register counted
 * on while nothing was sent, and no hour has what passed. `from` is the last reading before, `to` the first one after.
 */
export interface ListedRegisterEvent extends EventLike {
  /** The first reading that is back; null: none yet, or never, as after a reset. */
  readonly to: string | null;
  readonly readingCount: number;
  readonly detectedAt: string;
}

export const listedEvent = ({
  kind,
  action,
  fromEpochMs,
  lastEpochMs,
  toEpochMs,
  evidence,
  detectedAt,
}: StoredRegisterEvent): ListedRegisterEvent => ({
  kind,
  action,
  from: writeIso(fromEpochMs),
  last: writeIso(lastEpochMs),
  to: toEpochMs === null ? null : writeIso(toEpochMs),
  readingCount: evidence.readingCount,
  registerBefore: evidence.registerBefore,
  registerDuring: evidence.registerDuring,
  registerAfter: evidence.registerAfter,
  provisional: evidence.provisional,
  detectedAt: detectedAt.toISOString(),
});

export const listedOverrule = ({ createdOnEpochMs, action, decidedBy, decidedAt }: StoredOverrule): OverruleLike => ({
  createdOn: writeIso(createdOnEpochMs),
  action,
  decidedBy,
  decidedAt: decidedAt.toISOString(),
});
