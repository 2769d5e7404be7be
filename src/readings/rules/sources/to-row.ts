import { parseInstant } from '../../../kernel/time/instant.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { writeIso } from '../../../kernel/time/iso.ts';
import { multiplied, ratioOf } from '../../../kernel/measure/ratio.ts';
import { type ReadingScale, scaleOfReadings } from '../../../kernel/measure/reading-scale.ts';
import { shortenedText } from '../json-text.ts';
import { isNothing } from '../meter-file/numbers.ts';
import { toNumber } from '../parse-reading.ts';
import { inThousandths, thousandthsIn } from '../measures.ts';
import { capacityAt, factorOfValues, type MeasuredUnit, type Unturned, whyUnturned } from '../stored-value.ts';
import { instantOfText } from './message-time.ts';
import { valueAtPlace } from './place.ts';
import type { Heard } from './read-message.ts';
import type { Counted, SourceFormat, SourceMapping } from './source.ts';

/** Figures of a message, as a reading has them. */
interface Figures {
  readonly value?: number;
  readonly summedValue?: number;
  readonly paramValue?: Readonly<Record<string, number>>;
}

/** Place of the decoded figures in a message, and advice for a message without that place. */
const DECODED: Readonly<Partial<Record<SourceFormat, readonly [place: string, hint: string]>>> = {
  chirpstack: ['$.object', 'the message has no $.object: choose a codec in the device profile of ChirpStack'],
  'things-stack': [
    '$.uplink_message.decoded_payload',
    'the message has no $.uplink_message.decoded_payload: choose a payload formatter in The Things Stack',
  ],
};

/** How a figure of a unit is kept: a register in thousandths, the value as the unit's readings count. */
const scaleOf = (to: 'value' | 'summedValue', { group }: MeasuredUnit): ReadingScale =>
  to === 'value' ? scaleOfReadings(group) : 'thousandths';

/**
 * An amount as the readings of a unit have it.
 * @param counted null: the amount is in the unit's own measure, of a tank in percent
 */
export function rowFigureOf(
  amount: number,
  counted: Counted | null,
  { unit, to, atMs }: { readonly unit: MeasuredUnit; readonly to: 'value' | 'summedValue'; readonly atMs: EpochMillis },
): number | Unturned {
  const counting = { siUnit: unit.siUnit, scale: scaleOf(to, unit), capacity: capacityAt(unit, atMs) };
  const factor = factorOfValues(counted?.measure ?? null, counting);
  if (typeof factor === 'string') return factor;
  return inThousandths(amount, counted === null ? factor : multiplied(ratioOf(counted.weight), factor));
}

/** Usual measure of a unit for the figures of a source; null: they are in the unit's own measure. */
export function measureOfSource({ fields }: Pick<SourceMapping, 'fields'>): 'KL' | 'kWh' | null {
  const counted = fields.find(({ to }) => to !== 'parameter')?.counted ?? null;
  if (counted === null) return null;
  return thousandthsIn(counted.measure, 'kWh') === null ? 'KL' : 'kWh';
}

/** Why an amount of a message is no figure of its unit. */
function whyNot(why: Unturned, measure: string, unit: MeasuredUnit): string {
  const { unitId, siUnit } = unit;
  return why === 'other measure'
    ? `is in ${measure}, and unit '${unitId}' is measured in '${siUnit}': the two do not convert`
    : `is in ${measure}, which ${whyUnturned(why, unit)}`;
}

/**
 * The list of which a message is an entry that a device of a network has kept; null: it is none. What stands beside the
 * list is of another time.
 */
function listOfKept(message: unknown, { list, deviceId }: SourceMapping): string | null {
  if (list === undefined || deviceId !== null) return null;
  const entry = valueAtPlace(message, list);
  return entry === undefined || Array.isArray(entry) ? null : list;
}

/** Gateways tell so that they could not read a figure; a node of Sparkplug B by the number that is none. */
const isNone = (given: unknown): boolean => Number.isNaN(given) || (typeof given === 'string' && isNothing(given));

const isBelow = (place: string, list: string): boolean =>
  place.startsWith(list) && /^[.[]/.test(place.slice(list.length));

/**
 * Figures of a message for its unit, or why there are none.
 * @param atMs when they were measured
 */
export function messageFigures(
  message: unknown,
  { format, mapping }: { readonly format: SourceFormat; readonly mapping: SourceMapping },
  unit: MeasuredUnit,
  atMs: EpochMillis,
): Figures | string {
  const figures: { value?: number; summedValue?: number } = {};
  const parameters = new Map<string, number>();
  const kept = listOfKept(message, mapping);
  const fields = mapping.fields.filter(({ place }) => kept === null || isBelow(place, kept));
  for (const { place, to, parameter, counted } of fields) {
    const given = valueAtPlace(message, place);
    const amount = isNone(given) ? null : toNumber(given);
    if (amount === undefined) return `${place} is ${shortenedText(given)}, allowed is a number`;
    if (amount === null) continue;
    if (to === 'parameter') {
      if (parameter !== null && !parameters.has(parameter)) parameters.set(parameter, amount);
      continue;
    }
    const figure = rowFigureOf(amount, counted, { unit, to, atMs });
    if (typeof figure === 'string') return `${place} ${whyNot(figure, counted?.measure ?? '', unit)}`;
    figures[to] ??= figure;
  }
  if (Object.keys(figures).length === 0 && parameters.size === 0) return nothingFits(message, format, mapping);
  return { ...figures, ...(parameters.size === 0 ? {} : { paramValue: Object.fromEntries(parameters) }) };
}

function nothingFits(message: unknown, format: SourceFormat, { fields }: SourceMapping): string {
  const [decoded = '', hint = ''] = DECODED[format] ?? [];
  const areDecoded = fields.some(({ place }) => decoded !== '' && isBelow(place, decoded));
  if (areDecoded && valueAtPlace(message, decoded) === undefined) return hint;
  return `there is no figure at ${fields.map(({ place }) => place).join(', ')}`;
}

interface Measured {
  readonly at: EpochMillis;
  /** Whether the network tells it, and copies of one frame may tell it differently. */
  readonly isOfNetwork: boolean;
}

/**
 * When the figures of a message were measured: as the meter says, else as the network heard it. A text is the reason
 * why that is not known.
 */
export function measuredAt({ message, heardAt }: Heard, mapping: SourceMapping): Measured | string {
  const { time } = mapping;
  const given = time === null ? undefined : valueAtPlace(message, time.place);
  if (time !== null && given !== undefined && given !== null) {
    const at = instantOfText(given, time);
    return typeof at === 'string' ? `${time.place} ${at}` : { at, isOfNetwork: false };
  }
  const told = listOfKept(message, mapping) === null ? heardAt : undefined;
  const heard = parseInstant(told);
  if (heard !== null) return { at: heard, isOfNetwork: true };
  return told === undefined
    ? `${time?.place ?? 'the time'} is missing, allowed is when it was measured`
    : `the network's time is ${shortenedText(told)}, allowed is an ISO 8601 instant with offset`;
}

export const readingOf = (unitId: string, at: EpochMillis, figures: Figures): Readonly<Record<string, unknown>> => ({
  unitId,
  createdOn: writeIso(at),
  ...figures,
});
