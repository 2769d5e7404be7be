import { gunzipSync, gzipSync } from 'node:zlib';
import type { MeterFileAnswer } from '../../readings/http/schemas/meterFile.ts';
import { fieldText } from '../handle-form.ts';
import type { Visit } from '../page.ts';

/*
 * A file that a person looks at before it counts. It stays in the form, so that the service keeps nothing of it.
 */

/** Choices of the whole file, by their names in the address of the endpoint. */
const FILE_CHOICES = ['timezone', 'dateOrder', 'decimal'] as const;
/** Choices of a column: the fields `unitId-2`, `measure-2` and `kind-2`. */
const COLUMN_CHOICES = ['unitId', 'measure', 'kind'] as const;

export interface HeldFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The bytes, compressed, as the form holds them. */
  readonly held: string;
  /** Choices of the person for the file, as the endpoint takes them. */
  readonly choices: Readonly<Record<string, string>>;
}

/** A form is bounded to 4 MB; the rest is for what is said of the columns. */
export const MOST_HELD_CHARACTERS = 3_900_000;
/** An upload is bounded; what it unpacks to has to be, too. */
const MOST_UNPACKED_BYTES = 32 * 1024 * 1024;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

const heldText = (bytes: Uint8Array): string =>
  Buffer.from(isGzip(bytes) || isZip(bytes) ? bytes : gzipSync(bytes)).toString('base64');

function columnsOf(form: FormData): string {
  const numbers = [...form.keys()].flatMap((name) => /^kind-(\d{1,3})$/.exec(name)?.[1] ?? []);
  return numbers
    .map((number) => `${number}=${COLUMN_CHOICES.map((name) => fieldText(form, `${name}-${number}`)).join(':')}`)
    .join(';');
}

/** The file of a form, sent just now or held by it; null: there is none. */
export async function heldFileOf(form: FormData): Promise<HeldFile | null> {
  const file = form.get('file');
  const choices = Object.fromEntries([
    ...FILE_CHOICES.map((name) => [name, fieldText(form, name)] as const),
    ['columns', columnsOf(form)] as const,
  ]);
  if (file instanceof File && file.size > 0) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { bytes, held: heldText(bytes), choices };
  }
  const held = fieldText(form, 'held');
  return held === '' ? null : { bytes: new Uint8Array(Buffer.from(held, 'base64')), held, choices };
}

/** The content of a gzip file. One that is damaged or too long is refused by the endpoint, in its words. */
function unpacked(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED_BYTES }));
  } catch {
    return null;
  }
}

/** How the file is understood, and the verdict on its rows; stored, unless it is a preview. @throws ApiRefusal */
export async function askOfFile(
  visit: Visit,
  { bytes, choices }: HeldFile,
  { preview }: { readonly preview: boolean },
): Promise<MeterFileAnswer> {
  const query = new URLSearchParams({ ...choices, preview: String(preview) });
  const plain = isGzip(bytes) ? unpacked(bytes) : bytes;
  const headers = {
    'Content-Type': 'application/octet-stream',
    ...(plain === null ? { 'Content-Encoding': 'gzip' } : {}),
  };
  const path = `/api/external/readings/meterFile?${query}`;
  const { data } = await visit.sendFile<{ data: MeterFileAnswer }>(path, (plain ?? bytes).buffer, headers);
  return data;
}
