import { ServiceError } from '../../../kernel/errors.ts';

type MeterFileEncoding = 'UTF-8' | 'UTF-16' | 'Latin-1';

/** A file's first characters, from which the order of UTF-16's bytes is seen where no mark tells it. */
const LOOKED_AT = 512;
/** Beyond this share of zeros at odd or even places, text is UTF-16: western letters have one in each pair. */
const ZEROS_OF_PAIRS = 0.3;

function unmarkedPairs(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const head = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = head.length * ZEROS_OF_PAIRS;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}

function pairsOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return unmarkedPairs(bytes);
}

/**
 * The text of a file: UTF-16 by its byte order mark or its zeros, else UTF-8, else what Windows writes in western
 * Europe. The last holds any bytes, so a binary file is told by its zeros.
 * @throws ServiceError 1430 for bytes that are no text.
 */
export function decodeMeterFile(bytes: Uint8Array): { readonly text: string; readonly encoding: MeterFileEncoding } {
  const pairs = pairsOf(bytes);
  if (pairs !== null) return { text: new TextDecoder(pairs).decode(bytes), encoding: 'UTF-16' };
  if (bytes.includes(0)) throw new ServiceError(1430, 'The file is neither text nor a spreadsheet (.xlsx).');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Latin-1' };
  }
}
