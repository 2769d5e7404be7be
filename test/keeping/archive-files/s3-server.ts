import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

/** What tests use of a server that has no types. */
interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
type S3rverClass = new (options: object) => S3rver;
// The package is no module of today.
const S3rver = createRequire(import.meta.url)('s3rver') as S3rverClass;

export const BUCKET = {
  kind: 's3',
  bucket: 'water-archive',
  prefix: 'sites/north',
  region: 'eu-central-1',
  // The keys that this server knows.
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
} as const;

/** A server that speaks S3, with the bucket; its objects go into a directory. */
export async function startS3(directory: string): Promise<{ readonly endpoint: string; close(): Promise<void> }> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET.bucket, configs: [] }],
  });
  const { port } = await server.run();
  return { endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}
