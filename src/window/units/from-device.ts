import type { z } from '@hono/zod-openapi';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import type { sourceWithDevices } from '../../readings/http/schemas/source.ts';
import { thousandthsIn } from '../../readings/rules/measures.ts';
import { valueAtPlace } from '../../readings/rules/sources/place.ts';
import { ApiRefusal } from '../api-client.ts';
import { addressOf } from '../dates.ts';
import { SOURCES_PATH } from '../operations/section.ts';
import { may, type Visit } from '../visit.ts';
import { ownApi } from './form.ts';

/*
 * A new unit for a device that a source has heard and that waits for one. The address of the form names both, and the
 * form begins with what the device has sent.
 */

type ShownSource = z.infer<typeof sourceWithDevices>;
type Device = ShownSource['devices'][number];

export interface WaitingDevice {
  readonly source: ShownSource;
  readonly device: Device;
}

/** Intervals at which meters are set to send, in seconds. */
const USUAL_INTERVALS = [60, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 14_400, 21_600, 43_200, 86_400];

/** Where a network tells the name that a person gave to the device. */
const NAME_PLACES: Readonly<Partial<Record<ShownSource['format'], string>>> = {
  chirpstack: '$.deviceInfo.deviceName',
  'things-stack': '$.end_device_ids.device_id',
};

/** The newest message; undefined: none is kept, or a long one was cut. */
function messageOf({ example }: Device): unknown {
  try {
    return JSON.parse(example ?? '');
  } catch {
    return undefined;
  }
}

/** The kind of unit by the figure of the mapping that the device has sent. A person may choose another one. */
export function kindOfDevice({ source: { fields }, device }: WaitingDevice): UnitGroup {
  const message = messageOf(device);
  const sent = fields.filter(({ place }) => valueAtPlace(message, place) !== undefined);
  const known = sent.length === 0 ? fields : sent;
  const figure = known.find(({ to }) => to !== 'parameter');
  if (figure === undefined) return 'QUALITY';
  const measure = figure.pulse?.unit ?? figure.unit;
  return measure !== null && thousandthsIn(measure, 'kWh') !== null ? 'ENERGY' : 'FLOW';
}

/** Seconds between its messages, as meters are set; null: it was heard once. */
function intervalOf({ firstHeardAt, lastHeardAt, messages }: Device): number | null {
  if (firstHeardAt === null || lastHeardAt === null || messages < 2) return null;
  const mean = (Date.parse(lastHeardAt) - Date.parse(firstHeardAt)) / 1000 / (messages - 1);
  const farFrom = (interval: number): number => Math.abs(Math.log(interval / mean));
  return mean <= 0 ? null : USUAL_INTERVALS.reduce((best, one) => (farFrom(one) < farFrom(best) ? one : best));
}

/** What the form of a new unit begins with. */
export function unitOfDevice({ source, device }: WaitingDevice) {
  const place = NAME_PLACES[source.format];
  const told = place === undefined ? undefined : valueAtPlace(messageOf(device), place);
  const interval = intervalOf(device);
  return {
    unitId: device.deviceId.replaceAll(/[^\w.-]+/g, '-').slice(0, 64),
    displayName: typeof told === 'string' && told.trim() !== '' ? told.trim() : device.deviceId,
    ...(interval === null ? {} : { dataUpdateFrequency: interval }),
  };
}

/** The device that the address names; null: none that waits, or none that the visitor may give. */
export async function waitingDevice(visit: Visit): Promise<WaitingDevice | null> {
  const { c, ask, visitor } = visit;
  const sourceId = c.req.query('source') ?? '';
  if (/^\.*$/.test(sourceId) || !may(visitor, 'keys:write')) return null;
  const { data: source } = await ask<{ data: ShownSource }>(ownApi('sources', sourceId));
  const device = source.devices.find(({ deviceId, unitId }) => deviceId === c.req.query('device') && unitId === null);
  return device === undefined ? null : { source, device };
}

/** Gives the device to its new unit. @returns the page of the source, where a refused device can be given again */
export async function giveToUnit(visit: Visit, { source, device }: WaitingDevice, unitId: string): Promise<string> {
  const id = source.sourceId;
  try {
    await visit.send('POST', ownApi('sources', id, 'devices'), { deviceId: device.deviceId, unitId });
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return addressOf(SOURCES_PATH, { id });
  }
  return addressOf(SOURCES_PATH, { id, done: 'yes' });
}
