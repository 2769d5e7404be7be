import type { Querier } from '../../platform/database/database.ts';
import type { Industry, StoredUnit } from '../../kernel/industry/industry.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { metersOfUnit } from '../../platform/directory/store/meters.ts';
import type { EventLike, OverruleLike } from '../rules/explain/exclusions.ts';
import { registerEvents, type StoredOverrule, type StoredRegisterEvent } from '../store/register-events.ts';
import { registersAroundMeters } from './registers-around.ts';
import type { DailyDocument } from '../../kernel/document/types.ts';
import { silentPartOf } from '../../kernel/document/unheard.ts';
import { dividedBy, minus } from '../../kernel/measure/exact.ts';

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

const listedEvent = ({
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

/**
 * Silences after which a register had counted on, of the days in which the meter was heard again. Documents tell them,
 * which outlive the readings.
 * @param documents with their hours
 */
export const listedSilences = (documents: readonly DailyDocument[]): readonly ListedRegisterEvent[] =>
  documents.flatMap(({ hourly, meta: { flowFactor = 1 }, provenance }) =>
    hourly.flatMap(({ unheard = null, ir = null, x }): ListedRegisterEvent[] => {
      const silent = unheard === null ? null : silentPartOf(unheard);
      if (silent === null || ir === null) return [];
      const registerAfter = dividedBy(ir, flowFactor);
      return [
        {
          kind: 'silence',
          action: 'keep',
          from: silent.from,
          last: silent.to,
          to: silent.to,
          readingCount: 0,
          registerBefore: minus(registerAfter, dividedBy(silent.value, flowFactor)),
          registerDuring: null,
          registerAfter,
          provisional: provenance.provisional === true,
          detectedAt: x,
        },
      ];
    }),
  );

/** Events of all kinds in time order. */
export const inTimeOrder = (events: readonly ListedRegisterEvent[]): readonly ListedRegisterEvent[] =>
  events.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));

/** Events of a unit's register in [from, until), in order, as classified, with known exchanges. */
export async function listedEvents(
  db: Querier,
  industry: Industry,
  unit: StoredUnit,
  fromEpochMs: EpochMillis,
  untilEpochMs: EpochMillis,
): Promise<readonly ListedRegisterEvent[]> {
  const classified = await registerEvents(db, [unit.unitKey], fromEpochMs, untilEpochMs);
  const exchanges = await exchangesOf(db, industry, unit, fromEpochMs, untilEpochMs);
  return inTimeOrder([...classified.map(listedEvent), ...exchanges]);
}

async function exchangesOf(
  db: Querier,
  { industryKey, clock }: Industry,
  { unitKey, current }: StoredUnit,
  fromEpochMs: EpochMillis,
  untilEpochMs: EpochMillis,
): Promise<ListedRegisterEvent[]> {
  if (current.meters === undefined) return [];
  const all = await metersOfUnit(db, industryKey, unitKey);
  const meters = all.filter(
    ({ installedAtEpochMs }) => installedAtEpochMs >= fromEpochMs && installedAtEpochMs < untilEpochMs,
  );
  const around = await registersAroundMeters(db, clock, unitKey, meters, all);
  return meters.map((meter, index): ListedRegisterEvent => {
    const registerAfter = meter.initialRegister ?? around[index]?.after?.register ?? null;
    const installedAt = writeIso(meter.installedAtEpochMs);
    return {
      kind: 'exchange',
      action: 'keep',
      from: installedAt,
      last: installedAt,
      to: null,
      readingCount: 0,
      registerBefore: meter.finalRegisterOfOld ?? around[index]?.before?.register ?? null,
      registerDuring: registerAfter,
      registerAfter,
      provisional: false,
      detectedAt: meter.registeredAt.toISOString(),
    };
  });
}
