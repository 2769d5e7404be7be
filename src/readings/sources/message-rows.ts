import { createHash } from 'node:crypto';
import type { Industry } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import { canonical } from '../../kernel/json.ts';
import { jsonText } from '../rules/json-text.ts';
import { instantOfFrame, type KnownFrame } from '../rules/sources/message-time.ts';
import type { Heard } from '../rules/sources/read-message.ts';
import { measuredAt, messageFigures, readingOf } from '../rules/sources/to-row.ts';
import { measuredUnitOf } from '../rules/stored-value.ts';
import type { SentRow } from '../sent-rows.ts';
import type { Source } from '../store/sources.ts';

/** Why a message gave no reading. */
export interface Unfit {
  readonly problem: string;
  readonly message: unknown;
}

export interface MessageRows {
  readonly rows: readonly SentRow[];
  readonly unfit: readonly Unfit[];
  /** Frames of the device that are known after its messages. */
  readonly frames: readonly KnownFrame[];
}

/** A device that was restarted counts its frames anew. Copies of one frame have the same figures, too. */
const fingerprintOf = (figures: object): string =>
  createHash('sha256').update(canonical(figures)).digest('base64').slice(0, 12);

/**
 * Stands for the time of a message whose time cannot be read: the newest capacity applies. These figures are checked
 * and never stored.
 */
const NEWEST_CAPACITY = Number.POSITIVE_INFINITY;

/** Rows of the messages of one device. A device without a unit has none. */
export function rowsOfDevice(
  industry: Industry,
  source: Pick<Source, 'format' | 'mapping'>,
  { unitId, frames }: { readonly unitId: string | null; readonly frames: readonly KnownFrame[] },
  messages: readonly Heard[],
): MessageRows {
  const rows: SentRow[] = [];
  const unfit: Unfit[] = [];
  let known = frames;
  if (unitId === null) return { rows, unfit, frames: known };
  // The reading of a unit that was taken out of use waits in quarantine, to be released once the unit is back.
  const stored = withRetired(industry).units.get(unitId);
  const unit = stored === undefined ? null : measuredUnitOf(industry, stored);
  for (const one of messages.filter(({ mayHaveFigures }) => mayHaveFigures)) {
    const { message } = one;
    const refused = { text: jsonText(message), unitId, isPartial: true };
    // Another process has made the unit just now.
    if (unit === null) {
      rows.push({ ...refused, code: 'unit_unknown', problem: `unit '${unitId}' of this device is not known yet` });
      continue;
    }
    const measured = measuredAt(one, source.mapping);
    const figures = messageFigures(message, source, unit, typeof measured === 'string' ? NEWEST_CAPACITY : measured.at);
    if (typeof figures === 'string') {
      unfit.push({ problem: figures, message });
      continue;
    }
    if (typeof measured === 'string') {
      rows.push({ ...refused, code: 'instant_invalid', problem: measured });
      continue;
    }
    const { at, isOfNetwork } = measured;
    const kept =
      isOfNetwork && one.frame !== null
        ? instantOfFrame(known, `${one.frame} ${fingerprintOf(figures)}`, at)
        : { at, known };
    known = kept.known;
    // Another message of the device may tell the other figures of this instant.
    rows.push({ row: readingOf(unitId, kept.at, figures), isPartial: true });
  }
  return { rows, unfit, frames: known };
}
