import { z } from '@hono/zod-openapi';
import { IANAZone } from 'luxon';
import { isStorable } from '../../../kernel/json.ts';
import { isOneLine } from '../../../kernel/text.ts';
import { identity, text } from '../../../platform/http/schemas/parameters.ts';
import { problemOfParameterName } from '../../rules/reading.ts';
import { type Measure, MEASURES } from '../../rules/measures.ts';
import { TIME_FORMS } from '../../rules/sources/message-time.ts';
import {
  FIGURE_PLACE_FORM,
  isFigurePlace,
  MOST_PLACE_CHARACTERS,
  PLACE_FORM,
  stepsOf,
  WHOLE_MESSAGE,
} from '../../rules/sources/place.ts';
import { DOWNLINK_FORMATS } from '../../rules/sources/downlink.ts';
import {
  type FieldPlace,
  MOST_DEVICE_ID_CHARACTERS,
  MOST_DEVICES,
  MOST_FIELDS,
  MOST_ONLY_VALUES,
  SOURCE_FORMATS,
  type SourceMapping,
} from '../../rules/sources/source.ts';
import type { KnownSource, SourceDevice } from '../../sources/manage-sources.ts';

export const sourceIdPath = (example: string) =>
  z.object({ sourceId: identity().openapi({ description: 'Of a source, as the list gives it', example }) });

/** LoRaWAN carries no more in one frame. */
const MOST_DOWNLINK_BYTES = 242;

/** A later check runs only while the field has no mistake, so that one field gets one message. */
const withoutEarlierMistake = ({ issues }: { readonly issues: readonly unknown[] }): boolean => issues.length === 0;

const line = (most: number) =>
  text(most)
    .refine(isStorable, 'holds half a character')
    .refine((value) => isOneLine(value), 'is not one line of plain text')
    .refine((value) => value.trim() !== '', { error: 'is blank', when: withoutEarlierMistake });

const placeWhere = (isPlace: (value: string) => boolean, form: string, example: string) =>
  text(MOST_PLACE_CHARACTERS)
    .refine(isPlace, { error: `is no place, allowed is ${form}`, when: withoutEarlierMistake })
    .openapi({ description: `A place in the message: ${form}`, example });

const place = (example: string) => placeWhere(isFigurePlace, FIGURE_PLACE_FORM, example);
const placeOfDevice = (example: string) => placeWhere((value) => stepsOf(value) !== null, PLACE_FORM, example);
const placeOfList = (example: string) =>
  placeWhere((value) => value === WHOLE_MESSAGE || stepsOf(value) !== null, PLACE_FORM, example);

const weight = z.number().positive('is not more than 0').max(1e9, 'is larger than 1000000000');
const PULSE = 'pulse';

const field = z
  .strictObject({
    place: place('$.object.volume'),
    to: z.enum(['value', 'summedValue', 'parameter']).openapi({
      description: '`value`: what passed since the message before, or a level. `summedValue`: the register',
      example: 'summedValue',
    }),
    parameter: text(64)
      .superRefine((name, context) => {
        const why = problemOfParameterName(name);
        if (why !== null) context.addIssue({ code: 'custom', message: why });
      })
      .nullable()
      .default(null)
      .openapi({ description: 'Name of the parameter; null for the others' }),
    unit: z
      .enum([...MEASURES, PULSE])
      .nullable()
      .default(null)
      .openapi({
        description: "What the device counts in; null: the unit's own measure, of a tank percent",
        example: 'm3',
      }),
    pulse: z
      .strictObject({ weight, unit: z.enum(MEASURES) })
      .nullable()
      .default(null)
      .openapi({ description: 'What one pulse is worth, where the device counts pulses' }),
  })
  .refine(({ to, parameter }) => (to === 'parameter') === (parameter !== null), {
    path: ['parameter'],
    error: 'is given for a parameter, and for nothing else',
  })
  .refine(({ unit, pulse }) => (unit === PULSE) === (pulse !== null), {
    path: ['pulse'],
    error: 'is given for pulses, and for nothing else',
  })
  .refine(({ to, unit }) => to !== 'parameter' || unit === null, {
    path: ['unit'],
    error: 'is null for a parameter, which is kept as it is sent',
  });

const time = z
  .strictObject({
    place: place('$.object.measuredAt'),
    form: z.enum(TIME_FORMS).default('iso'),
    timezone: text(64)
      .refine((zone) => IANAZone.isValidZone(zone), 'is no time zone, allowed is a name such as Asia/Kolkata')
      .nullable()
      .default(null)
      .openapi({ description: 'Of a time without an offset; null: every time has one' }),
  })
  .nullable()
  .default(null)
  .openapi({ description: 'When it was measured; null: when the network heard it. A source of `json` needs it' });

const device = z.strictObject({ deviceId: line(MOST_DEVICE_ID_CHARACTERS), unitId: text(200) });

export const sourceBody = z
  .strictObject({
    name: line(200).openapi({ example: 'LoRaWAN of the works' }),
    format: z.enum(SOURCE_FORMATS).openapi({ example: 'chirpstack' }),
    deviceId: placeOfDevice('$.meter').nullable().default(null).openapi({
      description:
        'Where the device says which it is; of `json` alone. `$.topic[0]` is the first level of the topic of MQTT, behind the id of the source where it stands there',
      example: null,
    }),
    list: placeOfList('$.meters').nullable().default(null).openapi({
      description:
        'Where a message has a list of devices, or of times of one device. Each entry is a message, and places find it there instead of the list. With `deviceId` at `key` of the list, an object is a list whose entries are `{key, value}`. `$`: the whole message. null: a message is one. Not of `sparkplug`',
      example: null,
    }),
    only: z
      .strictObject({ place: place('$.fPort'), values: z.array(line(200)).min(1).max(MOST_ONLY_VALUES) })
      .nullable()
      .default(null)
      .openapi({
        description:
          'Messages with one of these values at a place count, numbers, true and false written as text. Others are taken and mean nothing. null: all count. Not of `sparkplug`',
        example: null,
      }),
    time,
    fields: z
      .array(field)
      .min(1)
      .max(MOST_FIELDS)
      .openapi({ example: [{ place: '$.object.volume', to: 'summedValue', unit: 'm3' }] }),
    battery: z
      .strictObject({ place: place('$.object.battery'), unit: z.enum(['%', 'V', 'mV']) })
      .nullable()
      .default(null)
      .openapi({ description: 'null: as the network tells it' }),
    rssi: place('$.rssi')
      .nullable()
      .default(null)
      .openapi({ description: 'dBm; null: as the network tells it', example: null }),
    snr: place('$.snr')
      .nullable()
      .default(null)
      .openapi({ description: 'dB; null: as the network tells it', example: null }),
    downlink: z
      .strictObject({
        port: z.number().int('is no whole number').min(1, 'is less than 1').max(223, 'is more than 223'),
        payload: text(2 * MOST_DOWNLINK_BYTES)
          .refine((bytes) => /^(?:[0-9A-Fa-f]{2})+$/.test(bytes), {
            error: 'is not bytes in hexadecimal, two characters each',
            when: withoutEarlierMistake,
          })
          .openapi({ example: 'ff01' }),
        confirmed: z.boolean().default(false).openapi({ description: 'The device acknowledges it' }),
      })
      .nullable()
      .default(null)
      .openapi({
        description:
          'What a reset sends to a device of ChirpStack or The Things Stack that is heard through a broker of the site; null: nothing',
        example: null,
      }),
    devices: z
      .array(device)
      .max(MOST_DEVICES)
      .default([])
      .openapi({
        description: 'Which device is at which unit. Others are listed as they are heard, and wait for one',
        example: [{ deviceId: '0101010101010101', unitId: 'M2' }],
      }),
  })
  .refine(({ format, deviceId }) => (format === 'json') === (deviceId !== null), {
    path: ['deviceId'],
    error: 'is given for json, and for nothing else',
  })
  .refine(({ format, list }) => format !== 'sparkplug' || list === null, {
    path: ['list'],
    error: 'is not given for sparkplug',
  })
  .refine(({ format, only }) => format !== 'sparkplug' || only === null, {
    path: ['only'],
    error: 'is not given for sparkplug',
  })
  .refine(({ format, time: given }) => format !== 'json' || given !== null, {
    path: ['time'],
    error: 'is needed for json: the same message twice would be two readings without it',
  })
  .refine(({ format, downlink }) => downlink === null || DOWNLINK_FORMATS.includes(format), {
    path: ['downlink'],
    error: `is given for ${DOWNLINK_FORMATS.join(' and ')}, and for nothing else`,
  })
  .openapi('SourceRequest');

const counted = ({ unit, pulse }: z.output<typeof field>): FieldPlace['counted'] => {
  if (pulse !== null) return { measure: pulse.unit, weight: pulse.weight };
  return unit === null || unit === PULSE ? null : { measure: unit, weight: 1 };
};

/** A body as verbs take it. */
export function wantedSource({ name, format, devices, downlink, ...places }: z.output<typeof sourceBody>) {
  const { deviceId, list, only, time: when, fields, battery, rssi, snr } = places;
  const mapping: SourceMapping = {
    deviceId,
    ...(list === null ? {} : { list }),
    ...(only === null ? {} : { only }),
    time: when,
    fields: fields.map((one) => ({ place: one.place, to: one.to, parameter: one.parameter, counted: counted(one) })),
    battery: battery === null ? null : { place: battery.place, measure: battery.unit },
    rssi,
    snr,
  };
  return { name, format, mapping, downlink, devices };
}

export const deviceBody = z
  .strictObject({
    deviceId: line(MOST_DEVICE_ID_CHARACTERS).openapi({ example: '0101010101010103' }),
    unitId: text(200)
      .nullable()
      .openapi({ description: 'null: the device is forgotten, until it is heard again', example: 'M2' }),
  })
  .openapi('SourceDeviceRequest');

export const tryBody = z
  .strictObject({
    sent: text(65_536).openapi({
      description: 'A message as it was sent, JSON as text',
      example: '{"deviceInfo":{"devEui":"0101010101010101"},"time":"2026-01-16T00:35:15Z","object":{"volume":128.4}}',
    }),
  })
  .openapi('SourceTryRequest');

const instant = z.string().openapi({ format: 'date-time' }).nullable();
const figure = z.number().nullable();

const health = z.object({
  batteryPercent: figure,
  batteryVolts: figure,
  rssi: figure.openapi({ description: 'dBm, at the gateway that heard it best' }),
  snr: figure.openapi({ description: 'dB, at the same gateway' }),
});

const deviceObject = health
  .extend({
    deviceId: z.string(),
    unitId: z.string().nullable().openapi({ description: 'null: it waits for one' }),
    unitName: z.string().nullable(),
    firstHeardAt: instant.openapi({ description: 'null: never' }),
    lastHeardAt: instant,
    messages: z.number().int(),
    diedAt: instant.openapi({ description: 'When its network told that it has died; null: it has not' }),
    downlink: z
      .object({
        state: z
          .enum(['queued', 'sending', 'sent', 'failed'])
          .openapi({ description: '`sent`: the broker has taken it' }),
        at: instant,
        problem: z.string().nullable().openapi({ description: 'Why it failed' }),
      })
      .nullable()
      .openapi({ description: 'The newest reset that was sent to it through its network; null: there was none' }),
    takesDownlinks: z
      .boolean()
      .openapi({ description: 'It was heard through a broker of the site, which takes downlinks' }),
    example: z.string().nullable().openapi({ description: 'Its newest message, while it waits' }),
  })
  .openapi('SourceDevice');

const fieldObject = z.object({
  place: z.string(),
  to: z.enum(['value', 'summedValue', 'parameter']),
  parameter: z.string().nullable(),
  unit: z.enum([...MEASURES, PULSE]).nullable(),
  pulse: z.object({ weight: z.number(), unit: z.enum(MEASURES) }).nullable(),
});

export const sourceObject = z
  .object({
    sourceId: z.string(),
    name: z.string(),
    format: z.enum(SOURCE_FORMATS),
    deviceId: z.string().nullable(),
    list: z.string().nullable(),
    only: z.object({ place: z.string(), values: z.array(z.string()) }).nullable(),
    time: z.object({ place: z.string(), form: z.enum(TIME_FORMS), timezone: z.string().nullable() }).nullable(),
    fields: z.array(fieldObject),
    battery: z.object({ place: z.string(), unit: z.enum(['%', 'V', 'mV']) }).nullable(),
    rssi: z.string().nullable(),
    snr: z.string().nullable(),
    downlink: z.object({ port: z.number().int(), payload: z.string(), confirmed: z.boolean() }).nullable(),
    deviceCount: z.number().int().openapi({ description: 'Devices with a unit' }),
    waitingCount: z.number().int().openapi({ description: 'Devices that were heard and have no unit' }),
    lastHeardAt: instant.openapi({ description: 'null: never' }),
    problem: z
      .object({ reason: z.string(), at: instant, count: z.number().int(), example: z.string().nullable() })
      .nullable()
      .openapi({ description: 'The last message that could not be read, and how many there were' }),
    keyIds: z.array(z.string()).openapi({ description: 'Its device keys that nobody has revoked' }),
    version: z.number().int().openapi({ description: 'For If-Match, in quotes' }),
    createdBy: z.string().openapi({ description: 'userId' }),
    createdAt: z.string().openapi({ format: 'date-time' }),
    updatedBy: z.string().openapi({ description: 'userId' }),
    updatedAt: z.string().openapi({ format: 'date-time' }),
  })
  .openapi('Source');

export const sourceWithDevices = sourceObject
  .extend({ devices: z.array(deviceObject).openapi({ description: 'Those that wait for a unit first' }) })
  .openapi('SourceWithDevices');

export const triedObject = z
  .object({
    verdict: z.enum(['stored', 'refused', 'waiting', 'status', 'passed', 'unreadable']).openapi({
      description:
        '`stored`, `refused`: what becomes of the reading. `waiting`: the device has no unit. `status`: about the device alone. `passed`: an event without figures. `unreadable`: nothing was found',
    }),
    reason: z.string().nullable(),
    deviceId: z.string().nullable(),
    unitId: z.string().nullable(),
    siUnit: z.string().nullable().openapi({
      description:
        'Measure of the unit: a meter’s readings are thousandths of it, those of ground water the measure itself, those of tanks percent. While the device waits, the usual measure of such a unit',
    }),
    reading: z.record(z.string(), z.unknown()).nullable(),
    health: health.nullable(),
  })
  .openapi('TriedMessage');

const at = (date: Date | null): string | null => date?.toISOString() ?? null;

const fieldOf = ({ counted: given, ...rest }: FieldPlace): z.infer<typeof fieldObject> => {
  if (given === null) return { ...rest, unit: null, pulse: null };
  const { measure, weight: worth }: { measure: Measure; weight: number } = given;
  return worth === 1
    ? { ...rest, unit: measure, pulse: null }
    : { ...rest, unit: PULSE, pulse: { weight: worth, unit: measure } };
};

export function sourceOf(found: KnownSource): z.infer<typeof sourceObject> {
  const { sourceKey: _, mapping, problem, problemAt, problemCount, problemExample, keyIds, ...rest } = found;
  const { battery, fields, list = null, only = null, ...places } = mapping;
  return {
    ...rest,
    ...places,
    list,
    only: only === null ? null : { ...only, values: [...only.values] },
    fields: fields.map(fieldOf),
    battery: battery === null ? null : { place: battery.place, unit: battery.measure },
    problem:
      problem === null ? null : { reason: problem, at: at(problemAt), count: problemCount, example: problemExample },
    keyIds: [...keyIds],
    lastHeardAt: at(found.lastHeardAt),
    createdAt: found.createdAt.toISOString(),
    updatedAt: found.updatedAt.toISOString(),
  };
}

export const devicesOf = (devices: readonly SourceDevice[]): z.infer<typeof deviceObject>[] =>
  devices.map(({ downlinkState, downlinkAt, downlinkProblem, ...one }) => ({
    ...one,
    downlink: downlinkState === null ? null : { state: downlinkState, at: at(downlinkAt), problem: downlinkProblem },
    firstHeardAt: at(one.firstHeardAt),
    lastHeardAt: at(one.lastHeardAt),
    diedAt: at(one.diedAt),
  }));
