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
/** Whole numbers, decimal digits and fractions by their bits, and by the byte that comes first. */
const KINDS = '[ui]8|bcd8|(?:[ui]|bcd)(?:16|24|32|40|48)[lb]e|f(?:32|64)[lb]e';
/** How the text writes bytes, the first byte of the number, its kind, its bits and the order of its bytes. */
const NUMBER_IN_BYTES = new RegExp(`\\[(hex|base64) (\\d{1,3}) (?=(?:${KINDS})\\])([a-z]+)(\\d+)([lb]e)?\\]$`);

/** Form of a place, for messages. */
export const PLACE_FORM = "$ and up to 12 steps, such as $.object.volume or $.channels[0]['Flow rate']";
/** Form of a place that may end in bytes, for messages. */
export const FIGURE_PLACE_FORM = `${PLACE_FORM}, and behind them a number in bytes, such as $.data[hex 3 u32le]`;

/** A longer text is no JSON that a device has sent. */
const MOST_READ_THROUGH_CHARACTERS = 16_384;
/** The 999 bytes before the longest number, and that number, in hexadecimal. */
const MOST_CHARACTERS_OF_BYTES = 2 * (999 + 8);

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
  try {
    return JSON.parse(value);
  } catch {
    return value;
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

/** The shortest decimal that is this figure in single precision: 5000.4, where the bits are 5000.39990234375. */
export function ofSingle(figure: number): number {
  const shortest = [6, 7, 8].map((digits) => Number(figure.toPrecision(digits)));
  return shortest.find((decimal) => Math.fround(decimal) === figure) ?? figure;
}

/** undefined: the text is too short, or its bytes are no number of the kind. */
function numberInBytes(
  text: unknown,
  [, encoding, first, kind, bits, order]: readonly (string | undefined)[],
): number | undefined {
  if (typeof text !== 'string') return undefined;
  const [from, length] = [Number(first), Number(bits) / 8];
  const bytes = Buffer.from(text.slice(0, MOST_CHARACTERS_OF_BYTES), encoding === 'hex' ? 'hex' : 'base64').subarray(
    from,
    from + length,
  );
  if (bytes.length < length) return undefined;
  if (order === 'le') bytes.reverse();
  if (kind === 'u') return bytes.readUIntBE(0, length);
  if (kind === 'i') return bytes.readIntBE(0, length);
  // Two decimal digits a byte.
  const digits = bytes.toString('hex');
  if (kind === 'bcd') return /^\d+$/.test(digits) ? Number(digits) : undefined;
  const figure = length === 4 ? ofSingle(bytes.readFloatBE(0)) : bytes.readDoubleBE(0);
  return Number.isFinite(figure) ? figure : undefined;
}
