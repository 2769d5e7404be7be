import type { DataContext } from '../context.ts';
import type { RuleDefinition } from './rules/rule.ts';
import type { AlertInput, ReadingsInput } from './rules/types.ts';
import type { Industry, StoredUnit } from '../kernel/industry/industry.ts';
import { businessAt, businessDateOf } from '../kernel/time/business-clock.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { lastHeardBefore } from './store/span-readings.ts';
import { watchedReadings } from './store/watched-readings.ts';
import { readNightBands } from './read-nights.ts';

interface BeforeWanted {
  readonly rule: Pick<RuleDefinition, 'alertType' | 'settings'>;
  readonly units: readonly StoredUnit[];
  /** Start of the readings to read, and the first instant that is asked about. */
  readonly readFromMs: EpochMillis;
  readonly fromEpochMs: EpochMillis;
  readonly lookBackMs: number;
}

type Silent = readonly { readonly stored: StoredUnit; readonly input: ReadingsInput }[];

/**
 * Inputs with earlier readings of units that sent nothing while a rule looks back. A state holds on in silence, and a
 * silence may have begun long before. The silence of a unit that has never sent had begun before all of that.
 */
export async function withEarlierReadings(
  context: DataContext,
  industry: Industry,
  inputs: ReadonlyMap<number, AlertInput>,
  wanted: BeforeWanted,
): Promise<ReadonlyMap<number, AlertInput>> {
  const { rule, units, readFromMs, fromEpochMs, lookBackMs } = wanted;
  const silent: Silent = units.flatMap((stored) => {
    const input = inputs.get(stored.unitKey);
    if (input?.kind !== 'readings') return [];
    const isHeard = input.readings.some(({ epochMs, estimated }) => !estimated && epochMs < fromEpochMs);
    return isHeard ? [] : [{ stored, input }];
  });
  const lastHeard = await lastHeardBefore(
    context.database,
    silent.map(({ stored }) => stored.unitKey),
    { at: businessAt(industry.clock, readFromMs), instant: readFromMs },
  );
  const heard = silent.filter(({ stored }) => lastHeard.has(stored.unitKey));
  const before =
    rule.alertType === 'device_status'
      ? heard.map(({ input, stored: { unitKey } }): [number, AlertInput] => [
          unitKey,
          { ...input, lastSeenBefore: lastHeard.get(unitKey) ?? readFromMs - lookBackMs },
        ])
      : await readEarlier(context, industry, heard, lastHeard, wanted);
  return new Map([...inputs, ...before]);
}

/** The readings that a rule would have looked at when the last one came. */
async function readEarlier(
  { database, ...context }: DataContext,
  industry: Industry,
  silent: Silent,
  lastHeard: ReadonlyMap<number, EpochMillis | null>,
  { rule, readFromMs, lookBackMs }: BeforeWanted,
): Promise<[number, AlertInput][]> {
  const { clock } = industry;
  const spans = silent.flatMap(({ stored }) => {
    const last = lastHeard.get(stored.unitKey);
    return last == null ? [] : [{ stored, unitKey: stored.unitKey, last, fromMs: last - lookBackMs }];
  });
  const found = await watchedReadings(
    database,
    spans.map(({ unitKey, fromMs }) => ({ unitKey, fromAt: businessAt(clock, fromMs) })),
    businessAt(clock, readFromMs),
    new Set(rule.alertType === 'quality_threshold' ? spans.map(({ unitKey }) => unitKey) : []),
  );
  const inputOf = new Map(silent.map(({ stored, input }) => [stored.unitKey, input]));
  const read: [number, AlertInput][] = [];
  for (const { stored, unitKey, last, fromMs } of spans) {
    const input = inputOf.get(unitKey);
    if (input === undefined) continue;
    const bandAt =
      rule.settings['aboveNightFlow'] === true
        ? await readNightBands({ database, ...context }, industry, {
            units: [stored],
            from: businessDateOf(clock, fromMs),
            to: businessDateOf(clock, last),
          })
        : () => null;
    read.push([
      unitKey,
      {
        ...input,
        readings: [...(found.get(unitKey) ?? []), ...input.readings],
        nightBandAt: (at) => (at < readFromMs ? bandAt(unitKey, at) : input.nightBandAt(at)),
      },
    ]);
  }
  return read;
}
