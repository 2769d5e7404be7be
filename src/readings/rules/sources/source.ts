import type { Measure } from '../measures.ts';
import type { TimePlace } from './message-time.ts';

/** Products whose messages are known, and JSON of any other shape. */
export const SOURCE_FORMATS = ['chirpstack', 'things-stack', 'sparkplug', 'json'] as const;
export type SourceFormat = (typeof SOURCE_FORMATS)[number];

// Spec gap: how large a source may be, and how much of it waits for a person.
/** Sources of an industry. */
export const MOST_SOURCES = 50;
/** Devices of a source that have a unit. */
export const MOST_DEVICES = 2000;
/** Devices of a source that wait for a unit. */
export const MOST_WAITING = 1000;
/** Fields of a source. */
export const MOST_FIELDS = 32;
/** Values of a message with figures, at the place by which a source knows such messages. */
export const MOST_ONLY_VALUES = 20;
/** Messages of one request, or of one message of MQTT. A message of a network has 1 to 3 KB. */
export const MOST_MESSAGES = 1000;
export const MOST_SENT_BYTES = 2 * 1024 * 1024;
export const MOST_SENT_VALUES = 100_000;
export const MOST_DEVICE_ID_CHARACTERS = 100;

/** A device counts in `measure`; pulses have a weight, so that one counts `weight` of it. */
export interface Counted {
  readonly measure: Measure;
  readonly weight: number;
}

/** A figure of a message, and what it becomes. */
export interface FieldPlace {
  readonly place: string;
  readonly to: 'value' | 'summedValue' | 'parameter';
  /** The parameter's name; null for the others. */
  readonly parameter: string | null;
  /** null: in the unit's own measure. */
  readonly counted: Counted | null;
}

export interface BatteryPlace {
  readonly place: string;
  readonly measure: '%' | 'V' | 'mV';
}

/** How a message of a source is read. */
export interface SourceMapping {
  /** Of format json alone; the others have a place of their own. */
  readonly deviceId: string | null;
  /** Place of a list whose entries are messages. Absent: a message is one. */
  readonly list?: string;
  /** Messages with one of these values at the place may have figures. Absent: all may. */
  readonly only?: { readonly place: string; readonly values: readonly string[] };
  /** null: the network's time. Format json has none. */
  readonly time: TimePlace | null;
  /** Of two fields that become the same, the first that a message holds counts. */
  readonly fields: readonly FieldPlace[];
  /** null: where the format has one by itself. */
  readonly battery: BatteryPlace | null;
  readonly rssi: string | null;
  readonly snr: string | null;
}

/** The health of a device, as far as a message tells it. */
export interface DeviceHealth {
  readonly batteryPercent: number | null;
  readonly batteryVolts: number | null;
  /** dBm, at the gateway that heard it best. */
  readonly rssi: number | null;
  /** dB, at the same gateway. */
  readonly snr: number | null;
}

/** DevEUIs are written in both cases. Other ids mean what they say. */
export const deviceIdOf = (format: SourceFormat, text: string): string =>
  format !== 'json' && /^[0-9A-Fa-f]{16}$/.test(text) ? text.toLowerCase() : text;
