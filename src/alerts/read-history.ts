import type { DataContext } from '../context.ts';
import { CONDITIONS } from './rules/conditions.ts';
import type { RuleDefinition } from './rules/rule.ts';
import { needsRegisters } from './rules/rates.ts';
import type { AlertInput, ReadingsInput, WatchedReading } from './rules/types.ts';
import type { Industry, StoredUnit } from '../kernel/industry/industry.ts';
import { unitOverTime } from '../kernel/industry/unit-over-time.ts';
import { businessAt, businessDateOf } from '../kernel/time/business-clock.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { lastingDeaths } from '../readings/store/unit-deaths.ts';
import { readingsOfSpan, registersOfSpan, lastHeardBefore } from './store/span-readings.ts';
import { readInputs } from './read-inputs.ts';
import { readNightBands } from './read-nights.ts';
import { watchedReadings } from './store/watched-readings.ts';

type Watched = Pick<RuleDefinition, 'alertType' | 'scope' | 'settings'>;

interface HistoryWanted {
  /** Empty: the whole industry. */
  readonly units: readonly StoredUnit[];
  readonly fromEpochMs: EpochMillis;
  readonly until: EpochMillis;
}

/** Inputs of a rule over a long time, by unit key; 0: the whole industry. */
export async function readHistory(
  context: DataContext,
  industry: Industry,
  rule: Watched,
  wanted: HistoryWanted,
): Promise<ReadonlyMap<number, AlertInput>> {
  const { needs, window } = CONDITIONS[rule.alertType];
  const kind = needs(rule.scope.kind);
  const { units, fromEpochMs, until } = wanted;
  if (kind === 'readings') return historyOfReadings(context, industry, rule, wanted);
  return readInputs(context, industry, {
    kind,
    window,
    fromEpochMs,
    units: units.map((stored) => ({ stored, fromEpochMs, lastSeen: null })),
    until,
  });
}

async function historyOfReadings(
  context: DataContext,
  industry: Industry,
  { alertType, settings }: Watched,
  { units, fromEpochMs, until }: HistoryWanted,
): Promise<Map<number, ReadingsInput>> {
  const { clock } = industry;
  const { parameter } = settings;
  const span = { fromAt: businessAt(clock, fromEpochMs), beforeAt: businessAt(clock, until) };
  const withValues = alertType !== 'device_status' && alertType !== 'quality_threshold';
  const found = await readingsOfSpan(context.database, {
    ...span,
    unitKeys: units.map(({ unitKey }) => unitKey),
    withValues,
    parameter: typeof parameter === 'string' ? parameter : null,
  });
  // A level is its value.
  if (withValues && alertType !== 'level_exceed') await addRegisters(context, industry, { units, span }, found);
  const bandAt =
    settings['aboveNightFlow'] === true
      ? await readNightBands(context, industry, {
          units,
          from: businessDateOf(clock, fromEpochMs),
          to: businessDateOf(clock, until),
        })
      : null;
  const deaths = await lastingDeaths(
    context.database,
    industry.industryKey,
    alertType === 'device_status' ? units.map(({ unitKey }) => ({ unitKey, fromEpochMs })) : [],
  );
  return new Map(
    units.map((stored) => [
      stored.unitKey,
      {
        kind: 'readings',
        unit: stored.current,
        unitAt: unitOverTime(clock, stored),
        readings: found.get(stored.unitKey) ?? [],
        deaths: deaths.get(stored.unitKey) ?? [],
        lastSeenBefore: null,
        // Readings of a past end belong to what is read next. A unit is not silent once it is retired.
        until: Math.min(
          until < context.clock.now() ? until - 1 : until,
          (stored.retirement?.atEpochMs ?? Infinity) - 1,
        ),
        nightBandAt: (at) => bandAt?.(stored.unitKey, at) ?? null,
      },
    ]),
  );
}

/** Adds registers for the few units that need them, because registers are a third of a rate's input. */
async function addRegisters(
  { database }: DataContext,
  { clock }: Industry,
  { units, span }: { units: readonly StoredUnit[]; span: { readonly fromAt: string; readonly beforeAt: string } },
  found: Map<number, WatchedReading[]>,
): Promise<void> {
  const unitKeys = units
    .filter((stored) => needsRegisters(stored.current, unitOverTime(clock, stored), found.get(stored.unitKey) ?? []))
    .map(({ unitKey }) => unitKey);
  if (unitKeys.length === 0) return;
  for (const [unitKey, registers] of await registersOfSpan(database, { ...span, unitKeys }))
    found.set(
      unitKey,
      (found.get(unitKey) ?? []).map((reading) => {
        const register = registers.get(reading.epochMs) ?? NaN;
        return { ...reading, register: Number.isNaN(register) ? null : register };
      }),
    );
}

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
