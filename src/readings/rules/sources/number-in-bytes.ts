/*
 * Numbers in the bytes that a message has as a text, because many networks decode nothing: `[base64 3 u32le]` is the
 * number of 32 bits behind three bytes, the lowest byte first.
 */

/** Whole numbers, decimal digits and fractions by their bits, and by the byte that comes first. */
const KINDS = '[ui]8|bcd8|(?:[ui]|bcd)(?:16|24|32|40|48)[lb]e|f(?:32|64)[lb]e';
/** How the text writes bytes, the first byte of the number, its kind, its bits and the order of its bytes. */
export const NUMBER_IN_BYTES = new RegExp(`\\[(hex|base64) (\\d{1,3}) (?=(?:${KINDS})\\])([a-z]+)(\\d+)([lb]e)?\\]$`);

/** The 999 bytes before the longest number, and that number, in hexadecimal. */
const MOST_CHARACTERS_OF_BYTES = 2 * (999 + 8);

/** The shortest decimal that is this figure in single precision: 5000.4, where the bits are 5000.39990234375. */
export function ofSingle(figure: number): number {
  const shortest = [6, 7, 8].map((digits) => Number(figure.toPrecision(digits)));
  return shortest.find((decimal) => Math.fround(decimal) === figure) ?? figure;
}

/**
 * The number that an end of a place names in the bytes of a text.
 * @param named what {@link NUMBER_IN_BYTES} has matched
 * @returns undefined: the text is too short, or its bytes are no number of the kind
 */
export function numberInBytes(text: unknown, named: readonly (string | undefined)[]): number | undefined {
  const [, encoding, first, kind, bits, order] = named;
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
