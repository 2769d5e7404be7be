import { isObject, isStorable } from '../../../kernel/json.ts';
import { isOneLine } from '../../../kernel/text.ts';
import { shortenedText } from '../json-text.ts';
import { toNumber } from '../parse-reading.ts';
import { valueAtPlace } from './place.ts';
import {
  type BatteryPlace,
  type DeviceHealth,
  deviceIdOf,
  MOST_DEVICE_ID_CHARACTERS,
  type SourceFormat,
  type SourceMapping,
} from './source.ts';

/** A message that a device has sent. */
export interface Heard {
  readonly kind: 'heard';
  readonly deviceId: string;
  /** The whole message; places begin at it. */
  readonly message: unknown;
  readonly health: DeviceHealth;
  /** Figures may be in it: it is no report about the device alone. */
  readonly mayHaveFigures: boolean;
  /** When the network heard it, as it writes it; undefined: not told. */
  readonly heardAt: unknown;
  /** Number of the frame in its session, by which copies of it are known; null: frames have none. */
  readonly frame: string | null;
  /** Where its network takes downlinks for the device; absent: not known. */
  readonly commandTopic?: string | null;
}

/** Events of a network that no device has sent figures with, such as a join. */
interface Passed {
  readonly kind: 'passed';
  readonly what: string;
}

interface Unreadable {
  readonly kind: 'unreadable';
  readonly message: unknown;
  readonly problem: string;
}

export type ReadMessage = Heard | Passed | Unreadable;

/** Number at a place of the message, within bounds, to the millionth; null: there is none. */
const numberWithin = (given: unknown, least: number, most: number): number | null => {
  const figure = toNumber(given) ?? null;
  // The column is a real: it has fewer digits, and refuses a number too near to 0.
  return figure !== null && figure >= least && figure <= most ? Math.round(figure * 1e6) / 1e6 : null;
};

const batteryOf = (message: unknown, asked: BatteryPlace | null): Partial<DeviceHealth> => {
  if (asked === null) return {};
  const given = valueAtPlace(message, asked.place);
  if (asked.measure === '%') return { batteryPercent: numberWithin(given, 0, 100) };
  const volts = numberWithin(given, 0, 1_000_000);
  return { batteryVolts: volts === null || asked.measure === 'V' ? volts : volts / 1000 };
};

/** Signal at the gateway that heard a device best. A signal-to-noise ratio of 0 is left out by both networks. */
function bestSignal(gateways: unknown): Pick<DeviceHealth, 'rssi' | 'snr'> {
  const heard = (Array.isArray(gateways) ? gateways : []).filter(isObject).flatMap((gateway) => {
    const rssi = numberWithin(gateway['rssi'], -200, 50);
    return rssi === null ? [] : [{ rssi, snr: numberWithin(gateway['snr'] ?? 0, -100, 100) }];
  });
  return heard.reduce<Pick<DeviceHealth, 'rssi' | 'snr'>>(
    (best, one) => (best.rssi === null || one.rssi > best.rssi ? one : best),
    { rssi: null, snr: null },
  );
}

const UNKNOWN: DeviceHealth = { batteryPercent: null, batteryVolts: null, rssi: null, snr: null };

/** Health by the places that a source declares, else as the format tells it. */
const healthOf = (message: unknown, mapping: SourceMapping, told: Partial<DeviceHealth>): DeviceHealth => ({
  ...UNKNOWN,
  ...told,
  ...batteryOf(message, mapping.battery),
  ...(mapping.rssi === null ? {} : { rssi: numberWithin(valueAtPlace(message, mapping.rssi), -200, 50) }),
  ...(mapping.snr === null ? {} : { snr: numberWithin(valueAtPlace(message, mapping.snr), -100, 100) }),
});

/** A frame is known by its session's address and its number, which both networks leave out when it is 0. */
const frameOf = (address: unknown, count: unknown): string | null => {
  const number = count === undefined ? 0 : count;
  return typeof address === 'string' && /^[\dA-Fa-f]{1,16}$/.test(address) && Number.isSafeInteger(number)
    ? `${address} ${String(number)}`
    : null;
};

/**
 * A frame without a payload answers the network. It has no figures, though a codec that is given nothing may make a
 * register of 0 of it. Both networks leave out a port of 0, and bytes where there are none.
 */
const isEmptyFrame = (port: unknown, bytes: unknown): boolean => (port ?? 0) === 0 && (bytes ?? '') === '';

const STATUS_FIELDS = ['batteryLevel', 'batteryLevelUnavailable', 'externalPowerSource', 'margin'];

/** Kind of a ChirpStack event whose sender does not name it. */
const eventOf = (message: Readonly<Record<string, unknown>>): string => {
  const has = (name: string): boolean => Object.hasOwn(message, name);
  if (['rxInfo', 'fPort', 'data', 'object'].some(has) && !has('integrationName')) return 'up';
  return STATUS_FIELDS.some(has) ? 'status' : 'other';
};

/** An event of ChirpStack v4 in JSON. @param event as its HTTP integration names it in the address; null: not named */
function readChirpStack(message: Readonly<Record<string, unknown>>, mapping: SourceMapping, event: string | null) {
  const kind = event ?? eventOf(message);
  if (kind !== 'up' && kind !== 'status') return passed(kind);
  const deviceId = valueAtPlace(message, '$.deviceInfo.devEui');
  const battery = message['batteryLevelUnavailable'] === true ? undefined : message['batteryLevel'];
  const told = kind === 'up' ? bestSignal(message['rxInfo']) : { batteryPercent: numberWithin(battery, 0, 100) };
  const frame = kind === 'up' ? frameOf(message['devAddr'], message['fCnt']) : null;
  return heard('chirpstack', deviceId, '$.deviceInfo.devEui', {
    message,
    health: healthOf(message, mapping, told),
    mayHaveFigures: kind === 'up' && (frame === null || !isEmptyFrame(message['fPort'], message['data'])),
    heardAt: message['time'],
    frame,
  });
}

/** A message of The Things Stack v3. */
function readThingsStack(message: Readonly<Record<string, unknown>>, mapping: SourceMapping) {
  const uplink = message['uplink_message'];
  if (!isObject(uplink))
    return passed(Object.keys(message).find((key) => /^(join|downlink|location|service)/.test(key)));
  // A message that somebody made up in the console has measured nothing.
  if (message['simulated'] === true) return passed('simulated');
  const eui = valueAtPlace(message, '$.end_device_ids.dev_eui');
  const deviceId = eui ?? valueAtPlace(message, '$.end_device_ids.device_id');
  return heard('things-stack', deviceId, '$.end_device_ids.dev_eui', {
    message,
    health: healthOf(message, mapping, {
      ...bestSignal(uplink['rx_metadata']),
      batteryPercent: numberWithin(valueAtPlace(uplink, '$.last_battery_percentage.value'), 0, 100),
    }),
    mayHaveFigures: !isEmptyFrame(uplink['f_port'], uplink['frm_payload']) || uplink['decoded_payload'] !== undefined,
    heardAt: uplink['received_at'] ?? message['received_at'],
    frame: frameOf(valueAtPlace(message, '$.end_device_ids.dev_addr'), uplink['f_cnt']),
  });
}

const readJson = (message: Readonly<Record<string, unknown>>, mapping: SourceMapping): ReadMessage =>
  heard('json', valueAtPlace(message, mapping.deviceId ?? ''), mapping.deviceId ?? '', {
    message,
    health: healthOf(message, mapping, {}),
    mayHaveFigures: true,
    heardAt: undefined,
    frame: null,
  });

/**
 * Figures of a device of Sparkplug B that have one time: `{device, time, metrics}`. A node tells what has changed
 * alone, so most messages lack most figures.
 * @param mustHaveFigures it is a birth, which has all metrics
 */
export const readSparkplug = (
  message: Readonly<Record<string, unknown>>,
  mapping: SourceMapping,
  mustHaveFigures: boolean,
): ReadMessage =>
  heard('sparkplug', message['device'], '$.device', {
    message,
    health: healthOf(message, mapping, {}),
    mayHaveFigures: mustHaveFigures || mapping.fields.some(({ place }) => valueAtPlace(message, place) !== undefined),
    heardAt: message['time'],
    frame: null,
  });

const passed = (what = 'other'): Passed => ({ kind: 'passed', what: what.slice(0, 40) });

function heard(
  format: SourceFormat,
  given: unknown,
  place: string,
  rest: Omit<Heard, 'kind' | 'deviceId'>,
): Heard | Unreadable {
  // A longer number of JSON is read as another one, which may be of another device.
  const text = Number.isSafeInteger(given) ? String(given) : given;
  if (
    typeof text !== 'string'
    || text === ''
    || text.length > MOST_DEVICE_ID_CHARACTERS
    || !isStorable(text)
    || !isOneLine(text)
  ) {
    const ofNumbers = typeof given === 'number' ? ', as text where it is a number of more than 15 digits' : '';
    const allowed = `the id of a device, 1 to ${MOST_DEVICE_ID_CHARACTERS} characters${ofNumbers}`;
    const problem =
      given === undefined
        ? `${place} is missing, allowed is ${allowed}`
        : `${place} is ${shortenedText(given)}, allowed is ${allowed}`;
    return { kind: 'unreadable', message: rest.message, problem };
  }
  return { ...rest, kind: 'heard', deviceId: deviceIdOf(format, text) };
}

/** Whether a message has what its source asks of messages with figures. */
function isOneOf(message: unknown, { only }: SourceMapping): boolean {
  if (only === undefined) return true;
  const given = valueAtPlace(message, only.place);
  return ['string', 'number', 'boolean'].includes(typeof given) && only.values.includes(String(given));
}

/** Device, health and time of a message, or why the message cannot be read. */
export function readMessage(
  { format, mapping }: { readonly format: SourceFormat; readonly mapping: SourceMapping },
  message: unknown,
  event: string | null,
): ReadMessage {
  if (!isObject(message))
    return { kind: 'unreadable', message, problem: `${shortenedText(message)} is no message, allowed is an object` };
  const read = readAs(format, message, mapping, event);
  const hasNone = read.kind === 'passed' || (read.kind === 'heard' && !read.mayHaveFigures);
  return hasNone || isOneOf(message, mapping) ? read : passed();
}

function readAs(
  format: SourceFormat,
  message: Readonly<Record<string, unknown>>,
  mapping: SourceMapping,
  event: string | null,
): ReadMessage {
  if (format === 'chirpstack') return readChirpStack(message, mapping, event);
  if (format === 'sparkplug') return readSparkplug(message, mapping, true);
  return format === 'things-stack' ? readThingsStack(message, mapping) : readJson(message, mapping);
}
