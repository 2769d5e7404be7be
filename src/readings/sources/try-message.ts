import type { DataContext } from '../../context.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { createClockReader } from '../../kernel/time/business-clock.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { type Heard, readMessage } from '../rules/sources/read-message.ts';
import type { DeviceHealth } from '../rules/sources/source.ts';
import { measuredAt, messageFigures, measureOfSource } from '../rules/sources/to-row.ts';
import { SentRowsBuilder } from '../sent-rows.ts';
import { listDevices, type Source } from '../store/sources.ts';
import { rowsOfDevice } from './message-rows.ts';

/** The verdict on one message, and the reading that it would become. */
interface TriedMessage {
  readonly verdict: 'stored' | 'refused' | 'waiting' | 'status' | 'passed' | 'unreadable';
  /** Why it would not be stored; null: it would. */
  readonly reason: string | null;
  readonly deviceId: string | null;
  readonly unitId: string | null;
  /** Measure of the unit, or the usual one of a meter that is still to be made. null: every measure. */
  readonly siUnit: string | null;
  /** As it would be sent, without a unit while the device waits for one; null: there would be none. */
  readonly reading: Readonly<Record<string, unknown>> | null;
  readonly health: DeviceHealth | null;
}

const NOBODY = { deviceId: null, unitId: null, siUnit: null, reading: null, health: null } as const;

/** The figures of a waiting device, so that a person sees whether the mapping is right before there is a unit. */
function asForItsUnit(
  one: Heard,
  source: Pick<Source, 'format' | 'mapping'>,
): Pick<TriedMessage, 'verdict' | 'reason' | 'siUnit' | 'reading'> {
  const { deviceId, message, mayHaveFigures } = one;
  const waiting = { verdict: 'waiting', reason: `device '${deviceId}' has no unit yet`, siUnit: null } as const;
  if (!mayHaveFigures) return { ...waiting, reading: null };
  const siUnit = measureOfSource(source.mapping);
  // No capacity is asked for: nobody knows yet whether it will be a tank.
  const unit = { unitId: deviceId, siUnit: siUnit ?? '', group: 'FLOW', capacities: [] } as const;
  const measured = measuredAt(one, source.mapping);
  const figures = messageFigures(message, source, unit, typeof measured === 'string' ? 0 : measured.at);
  if (typeof figures === 'string') return { ...waiting, reason: figures, reading: null };
  if (typeof measured === 'string') return { ...waiting, reason: measured, reading: null };
  return { ...waiting, siUnit, reading: { createdOn: writeIso(measured.at), ...figures } };
}

/** Verdicts on messages of a source, and the readings that they would become. Nothing is stored. */
export async function tryMessages(
  { database, clock }: DataContext,
  industry: Industry,
  source: Pick<Source, 'sourceKey' | 'format' | 'mapping'>,
  messages: readonly unknown[],
): Promise<TriedMessage[]> {
  const { industryKey } = industry;
  const read = messages.map((message) => readMessage(source, message, null));
  const deviceIds = read.flatMap((one) => (one.kind === 'heard' ? [one.deviceId] : []));
  const listed = await listDevices(database, { industryKey, sourceKey: source.sourceKey }, deviceIds);
  const unitOf = new Map(listed.map(({ deviceId, unitId }) => [deviceId, unitId]));
  const sealed = await sealedDays(database, industryKey);
  const builder = new SentRowsBuilder(industry, createClockReader(industry.clock), sealed);
  return read.map((one): TriedMessage => {
    if (one.kind === 'passed') return { ...NOBODY, verdict: 'passed', reason: one.what };
    if (one.kind === 'unreadable') return { ...NOBODY, verdict: 'unreadable', reason: one.problem };
    const { deviceId, health } = one;
    const unitId = unitOf.get(deviceId) ?? null;
    const siUnit = industry.units.get(unitId ?? '')?.current.siUnit ?? null;
    const about = { deviceId, unitId, siUnit, health, reading: null };
    if (unitId === null) return { ...about, ...asForItsUnit(one, source) };
    const { rows, unfit } = rowsOfDevice(industry, source, { unitId, frames: [] }, [one]);
    const [row] = rows;
    if (row === undefined) {
      const [problem] = unfit;
      return problem === undefined
        ? { ...about, verdict: 'status', reason: null }
        : { ...about, verdict: 'unreadable', reason: problem.problem };
    }
    const refusal = builder.add(row, 0, clock.now());
    const reading = 'row' in row ? (row.row as Readonly<Record<string, unknown>>) : null; // as readingOf has made it
    return { ...about, reading, verdict: refusal === null ? 'stored' : 'refused', reason: refusal?.reason ?? null };
  });
}
