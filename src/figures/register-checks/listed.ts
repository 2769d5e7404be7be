import type { RegisterCheckAction } from '../../kernel/measure/unit.ts';
import type { RegisterEventKind } from '../rules/register-checks/types.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import type { StoredOverrule, StoredRegisterEvent } from '../store/register-events.ts';

/**
 * A register event for people: instants ISO 8601 UTC, registers raw. `exchange`: an operator has registered that
 * another meter was installed. That is no fault, and nothing is classified across it. `silence`: the register counted
 * on while nothing was sent, and no hour has what passed. `from` is the last reading before, `to` the first one after.
 */
export interface ListedRegisterEvent {
  readonly kind: RegisterEventKind | 'exchange' | 'silence';
  /** The checks' action on the readings concerned; an operator's word on one of them outranks it. */
  readonly action: RegisterCheckAction;
  /** First and last reading concerned, and the first one that is back (null: none yet, or never, as after a reset). */
  readonly from: string;
  readonly last: string;
  readonly to: string | null;
  readonly readingCount: number;
  readonly registerBefore: number | null;
  /** null for a silence, and for an exchange whose new meter has sent no register yet. */
  readonly registerDuring: number | null;
  readonly registerAfter: number | null;
  /** true while further readings may still change the verdict. */
  readonly provisional: boolean;
  readonly detectedAt: string;
}

interface ListedOverrule {
  readonly createdOn: string;
  readonly action: RegisterCheckAction;
  /** userId of the operator. */
  readonly decidedBy: string;
  readonly decidedAt: string;
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

export const listedOverrule = ({ createdOnEpochMs, action, decidedBy, decidedAt }: StoredOverrule): ListedOverrule => ({
  createdOn: writeIso(createdOnEpochMs),
  action,
  decidedBy,
  decidedAt: decidedAt.toISOString(),
});
