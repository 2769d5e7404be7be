import type { DataContext } from '../../context.ts';
import { CONDITIONS } from '../../domain/alerts/conditions.ts';
import type { RuleDefinition } from '../../domain/alerts/rule.ts';
import type { AlertInput, ReadingsInput } from '../../domain/alerts/types.ts';
import type { Industry, StoredUnit } from '../../domain/industry/industry.ts';
import { businessAt, businessDateOf } from '../../domain/time/business-clock.ts';
import type { EpochMillis } from '../../domain/time/types.ts';
import { readingsOfSpan } from '../../store/span-readings.ts';
import { readInputs } from './read-inputs.ts';
import { readNightBands } from './read-nights.ts';

type Watched = Pick<RuleDefinition, 'alertType' | 'scope' | 'settings'>;

interface HistoryWanted {
  /** Empty: the whole industry. */
  readonly units: readonly StoredUnit[];
  readonly fromEpochMs: EpochMillis;
  readonly until: EpochMillis;
}

/** What a rule looks at over a long time, by unit key; 0: the whole industry. */
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
  const found = await readingsOfSpan(context.database, {
    unitKeys: units.map(({ unitKey }) => unitKey),
    fromAt: businessAt(clock, fromEpochMs),
    beforeAt: businessAt(clock, until),
    withValues: alertType !== 'device_status' && alertType !== 'quality_threshold',
    parameter: typeof parameter === 'string' ? parameter : null,
  });
  const bandAt =
    settings['aboveNightFlow'] === true
      ? await readNightBands(context, industry, {
          units,
          from: businessDateOf(clock, fromEpochMs),
          to: businessDateOf(clock, until),
        })
      : null;
  return new Map(
    units.map(({ unitKey, current }) => [
      unitKey,
      {
        kind: 'readings',
        unit: current,
        readings: found.get(unitKey) ?? [],
        lastSeenBefore: null,
        until,
        nightBandAt: (at) => bandAt?.(unitKey, at) ?? null,
      },
    ]),
  );
}
