import { NUMBER_IN_BYTES, numberInBytes } from './number-in-bytes.ts';

/*
 * Places in a message: `$.object.volume`, `$.channels[0]['Flow rate']`. A place names one value. It has no wildcards,
 * filters or expressions, because nothing that a user writes is run. A text that holds JSON is read through. A place
 * may end with a number in the bytes of a text, because many networks decode nothing: `$.data[base64 3 u32le]`.
 */

export const MOST_PLACE_CHARACTERS = 200;
const MOST_STEPS = 12;
/** A place of a list alone: no figure is a whole message. */
export const WHOLE_MESSAGE = '$';
const STEP = /\.([A-Za-z_][\w-]*)|\[(\d{1,4})\]|\['([^'\\]{1,100})'\]/y;

/** Form of a place, for messages. */
export const PLACE_FORM = "$ and up to 12 steps, such as $.object.volume or $.channels[0]['Flow rate']";
/** Form of a place that may end in bytes, for messages. */
export const FIGURE_PLACE_FORM = `${PLACE_FORM}, and behind them a number in bytes, such as $.data[hex 3 u32le]`;

/** A longer text is no JSON that a device has sent. */
const MOST_READ_THROUGH_CHARACTERS = 16_384;
/** The text that was read last and what it holds, because the fields of a message ask for one text in turn. */
let lastRead: { readonly text: string; readonly value: unknown } = { text: '', value: '' };

/** Steps of a place; null: the text is none. */
export function stepsOf(place: string): readonly (string | number)[] | null {
  if (place.length > MOST_PLACE_CHARACTERS || !place.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  for (let at = 1; at < place.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(place);
    if (match === null || steps.length === MOST_STEPS) return null;
    const [, name, index, quoted] = match;
    steps.push(index === undefined ? (name ?? quoted ?? '') : Number(index));
  }
  return steps.length === 0 ? null : steps;
}

/** Whether a text names a value, or a number in the bytes of one. */
export const isFigurePlace = (place: string): boolean => stepsOf(place.replace(NUMBER_IN_BYTES, '')) !== null;

/** The object or list that a text of JSON holds, as ChirpStack v3 sends decoded figures; anything else as it is. */
export function readThrough(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MOST_READ_THROUGH_CHARACTERS || !/^\s*[[{]/.test(value)) return value;
  if (value !== lastRead.text) lastRead = { text: value, value: jsonIn(value) };
  return lastRead.value;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value at a place or `$`; undefined: there is none. Only what the message itself holds is reached. */
export function valueAtPlace(message: unknown, place: string): unknown {
  const inBytes = NUMBER_IN_BYTES.exec(place);
  let value = message;
  for (const step of stepsOf(place.slice(0, inBytes?.index)) ?? []) {
    const whole = readThrough(value);
    if (typeof whole !== 'object' || whole === null || Array.isArray(whole) !== (typeof step === 'number'))
      return undefined;
    if (!Object.hasOwn(whole, step)) return undefined;
    value = (whole as Readonly<Record<string | number, unknown>>)[step]; // its own property, as asked before
  }
  return inBytes === null ? value : numberInBytes(value, inBytes);
}
