import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import avro from 'avsc';

/** The library's own type of schemas knows no attributes, which are written as they are. */
const schemaOf = (schema: object) => schema as Parameters<typeof avro.Type.forSchema>[0];

/** Writes a local file of records. */
export async function writeAvro(
  path: string,
  schema: object,
  header: Readonly<Record<string, string>>,
  rows: readonly object[],
): Promise<void> {
  const metadata = Object.fromEntries(Object.entries(header).map(([key, value]) => [key, Buffer.from(value)]));
  // A file without rows has a header, too. The library's types lack the metadata.
  const options: object = { metadata, writeHeader: true };
  const encoder = new avro.streams.BlockEncoder(schemaOf(schema), options);
  await pipeline(
    async function* () {
      yield* rows;
    },
    encoder,
    createWriteStream(path),
  );
}

/** The records of a local file, by the schema in it. */
export async function readAvro(path: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of avro.createFileDecoder(path)) rows.push(row);
  return rows;
}

/** Whether records are the same once they are written. */
export function isSameAvro(schema: object, one: object, other: object): boolean {
  const type = avro.Type.forSchema(schemaOf(schema));
  return type.toBuffer(one).equals(type.toBuffer(other));
}
