import type { EpochMillis } from '../../kernel/time/types.ts';
import { asColumns } from '../../platform/database/named-query.ts';
import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import type { Downlink } from '../rules/sources/downlink.ts';
import type { KnownFrame } from '../rules/sources/message-time.ts';
import type { DeviceHealth, SourceFormat, SourceMapping } from '../rules/sources/source.ts';

/** A source as messages are read by it. */
export interface Source {
  readonly sourceKey: number;
  readonly sourceId: string;
  readonly name: string;
  readonly format: SourceFormat;
  readonly mapping: SourceMapping;
  /** Bytes that a reset sends to the devices of the source; null: a reset sends nothing. */
  readonly downlink: Downlink | null;
}

/** A source with what is known of it. */
export interface KnownSource extends Source {
  readonly version: number;
  /** userId */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedBy: string;
  readonly updatedAt: Date;
  /** Why the newest message that could not be read was not; null: all could since the source was changed. */
  readonly problem: string | null;
  readonly problemAt: Date | null;
  readonly problemCount: number;
  readonly problemExample: string | null;
  /** null: never. */
  readonly lastHeardAt: Date | null;
  readonly deviceCount: number;
  readonly waitingCount: number;
  /** Keys of this source that nobody has revoked. */
  readonly keyIds: readonly string[];
}

type Instants = 'createdAt' | 'updatedAt' | 'problemAt' | 'lastHeardAt';

/** By name. @param sourceId null: all of the industry */
export async function listSources(db: Querier, industryKey: number, sourceId: string | null): Promise<KnownSource[]> {
  const rows = await db.many<RowOf<KnownSource, Instants>>('sources.list', { industryKey, sourceId });
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    problemAt: dateOrNull(row.problemAt),
    lastHeardAt: dateOrNull(row.lastHeardAt),
  }));
}

/** A source by its id or its key. null: the industry has no such source. */
export const findSource = (
  db: Querier,
  industryKey: number,
  by: { readonly sourceId: string | null; readonly sourceKey: number | null },
): Promise<Source | null> => db.maybeOne<Source>('sources.find', { industryKey, ...by });

/** Locks a source against other changes until the transaction ends. */
export async function holdSource(db: Querier, industryKey: number, sourceId: string): Promise<KnownSource | null> {
  const held = await db.maybeOne('sources.hold', { industryKey, sourceId });
  return held === null ? null : ((await listSources(db, industryKey, sourceId))[0] ?? null);
}

/** Number of the industry's sources. Nobody else adds one until the transaction ends. */
export async function countSourcesToAdd(db: Querier, industryKey: number): Promise<number> {
  await db.one('sources.hold_industry', { industryKey });
  return (await db.one<{ sources: number }>('sources.count', { industryKey })).sources;
}

interface SourceWrite extends Pick<Source, 'name' | 'format' | 'mapping' | 'downlink'> {
  readonly by: string;
  readonly at: Date;
}

const asJson = ({ mapping, downlink }: Pick<Source, 'mapping' | 'downlink'>) => ({
  mapping: JSON.stringify(mapping),
  downlink: downlink === null ? null : JSON.stringify(downlink),
});

export const addSource = (
  db: Querier,
  industryKey: number,
  { mapping, downlink, ...rest }: SourceWrite,
): Promise<Pick<Source, 'sourceKey' | 'sourceId'>> =>
  db.one('sources.add', { industryKey, ...rest, ...asJson({ mapping, downlink }) });

/** Which source of which industry. */
export interface OfSource {
  readonly industryKey: number;
  readonly sourceKey: number;
}

export async function replaceSource(
  db: Querier,
  of: OfSource,
  { mapping, downlink, ...rest }: SourceWrite,
): Promise<void> {
  await db.many('sources.change', { ...of, ...rest, ...asJson({ mapping, downlink }) });
}

export async function forgetWays(db: Querier, of: OfSource): Promise<void> {
  await db.many('sources.forget_ways', { ...of });
}

export async function touchSource(db: Querier, of: OfSource, act: Pick<SourceWrite, 'by' | 'at'>): Promise<void> {
  await db.many('sources.touch', { ...of, ...act });
}

export async function endSource(db: Querier, of: OfSource, act: Pick<SourceWrite, 'by' | 'at'>): Promise<void> {
  await db.many('sources.remove_devices', { ...of });
  await db.many('sources.remove', { ...of, ...act });
}

interface Problem {
  readonly problem: string;
  readonly count: number;
  readonly example: string;
  readonly at: Date;
}

export async function noteSourceProblem(db: Querier, of: OfSource, problem: Problem): Promise<void> {
  await db.many('sources.note_problem', { ...of, ...problem });
}

/** A device of a source. */
export interface SourceDevice extends DeviceHealth {
  readonly deviceId: string;
  /** null: it waits for one. */
  readonly unitId: string | null;
  readonly unitName: string | null;
  /** null: never heard. */
  readonly firstHeardAt: Date | null;
  readonly lastHeardAt: Date | null;
  readonly messages: number;
  /** When its network told that it has died; null: it has not. */
  readonly diedAt: Date | null;
  /** The device was heard through a broker of the site, and downlinks reach it by that broker. */
  readonly takesDownlinks: boolean;
  /** How far the newest downlink of the device has come; null: there was none. */
  readonly downlinkState: 'queued' | 'sending' | 'sent' | 'failed' | null;
  readonly downlinkAt: Date | null;
  readonly downlinkProblem: string | null;
  /** Its newest message, while it waits. */
  readonly example: string | null;
}

/** Those that wait first. @param deviceIds null: all */
export async function listDevices(
  db: Querier,
  of: OfSource,
  deviceIds: readonly string[] | null = null,
): Promise<SourceDevice[]> {
  const rows = await db.many<RowOf<SourceDevice, 'firstHeardAt' | 'lastHeardAt' | 'diedAt' | 'downlinkAt'>>(
    'sources.devices',
    {
      ...of,
      deviceIds,
    },
  );
  return rows.map((row) => ({
    ...row,
    firstHeardAt: dateOrNull(row.firstHeardAt),
    lastHeardAt: dateOrNull(row.lastHeardAt),
    diedAt: dateOrNull(row.diedAt),
    downlinkAt: dateOrNull(row.downlinkAt),
  }));
}

interface PlacedDevice {
  readonly deviceId: string;
  readonly unitKey: number;
}

export async function placeDevices(db: Querier, of: OfSource, placed: readonly PlacedDevice[]): Promise<void> {
  await db.many('sources.place_devices', {
    ...of,
    deviceIds: placed.map(({ deviceId }) => deviceId),
    unitKeys: placed.map(({ unitKey }) => unitKey),
  });
}

/** The named devices have these units, and no others have one. */
export async function replaceDevices(db: Querier, of: OfSource, placed: readonly PlacedDevice[]): Promise<void> {
  await db.many('sources.part_devices', { ...of, deviceIds: placed.map(({ deviceId }) => deviceId) });
  await placeDevices(db, of, placed);
  await db.many('sources.drop_unheard', { ...of });
}

export async function dropDevice(db: Querier, of: OfSource, deviceId: string): Promise<void> {
  await db.many('sources.drop_device', { ...of, deviceId });
}

export const countDevices = (
  db: Querier,
  of: OfSource,
): Promise<{ readonly placed: number; readonly waiting: number }> => db.one('sources.count_devices', { ...of });

/** Adds devices that were never heard of, as long as there is room. */
export async function addHeard(db: Querier, of: OfSource, deviceIds: readonly string[], room: number): Promise<void> {
  await db.many('sources.add_heard', { ...of, deviceIds, room });
}

/** Keys of the units of a source's devices. */
export const unitsOfSource = async (db: Querier, of: OfSource): Promise<number[]> =>
  (await db.many<{ unitKey: number }>('sources.units', { ...of })).map(({ unitKey }) => unitKey);

interface HeldDevice extends Pick<SourceDevice, 'deviceId' | 'unitId'> {
  readonly unitKey: number | null;
  /** Its message may be the end of its unit's death. */
  readonly mayEndDeath: boolean;
  readonly frames: readonly KnownFrame[];
}

/** Locks devices until the transaction ends. A device that was never heard of is absent. */
export const holdDevices = (db: Querier, of: OfSource, deviceIds: readonly string[]): Promise<HeldDevice[]> =>
  db.many<HeldDevice>('sources.hold_devices', { ...of, deviceIds });

/** Number of a node's session by its id; null: not told. */
type NodeSessions = ReadonlyMap<string, number | null>;

/** Whether a device has died or was born. */
export interface ToldDevice {
  readonly isDead: boolean;
  /** The session of its node in which it was born, or that has died; null: it died alone, or that was not told. */
  readonly session: number | null;
}

interface ToldDeaths {
  /** By the id of the device. */
  readonly told: ReadonlyMap<string, ToldDevice>;
  /** Nodes whose devices have died, but for those that are told of, each with the session that has died. */
  readonly deadNodes: NodeSessions;
  /** Nodes that have begun a session, or another one after that which has died. */
  readonly bornNodes: NodeSessions;
  /** Units at which the devices are; null: at any, or at none. */
  readonly limit: { readonly unitIds: ReadonlySet<string> } | null;
  readonly now: EpochMillis;
}

/** Notes of devices whether they have died or were born. Returns those of which that was noted, with their units. */
export async function noteDeaths(
  db: Querier,
  of: OfSource,
  { told, deadNodes, bornNodes, limit, now }: ToldDeaths,
): Promise<ReadonlyMap<string, number | null>> {
  const unitIds = limit === null ? null : [...limit.unitIds];
  const devices = [...told.values()];
  const noted = await db.many<{ deviceId: string; unitKey: number | null }>('sources.note_deaths', {
    ...of,
    deviceIds: [...told.keys()],
    areDead: devices.map(({ isDead }) => isDead),
    sessions: devices.map(({ session }) => session),
    nodeIds: [...deadNodes.keys()],
    nodeSessions: [...deadNodes.values()],
    unitIds,
    at: new Date(now),
  });
  if (bornNodes.size > 0)
    await db.many('sources.note_sessions', {
      ...of,
      nodeIds: [...bornNodes.keys()],
      nodeSessions: [...bornNodes.values()],
      unitIds,
    });
  return new Map(noted.map(({ deviceId, unitKey }) => [deviceId, unitKey]));
}

export interface HeardDevice extends DeviceHealth {
  readonly deviceId: string;
  readonly messages: number;
  readonly example: string | null;
  readonly frames: readonly KnownFrame[];
  /** Where its network takes downlinks; null: not told. */
  readonly commandTopic: string | null;
}

export async function noteHeard(
  db: Querier,
  of: OfSource,
  heard: readonly HeardDevice[],
  now: EpochMillis,
): Promise<void> {
  await db.many('sources.note_heard', {
    ...of,
    at: new Date(now),
    heard: JSON.stringify(heard.map(asColumns)),
  });
}
