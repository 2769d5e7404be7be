import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketArchive } from '../../../src/keeping/archive-files/s3.ts';
import { BUCKET, startS3 } from './s3-server.ts';

const directory = mkdtempSync(join(tmpdir(), 's3-test-'));
const [sent, fetched] = [join(directory, 'sent'), join(directory, 'fetched')];
let server: Awaited<ReturnType<typeof startS3>>;
let endpoint: string;
beforeAll(async () => {
  server = await startS3(join(directory, 'objects'));
  ({ endpoint } = server);
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const bucket = (more: object = {}) => bucketArchive({ ...BUCKET, endpoint, ...more });

describe('a bucket', () => {
  it('gives back what was put there, by names of every kind, and no more once it is removed', async () => {
    const bytes = Buffer.alloc(3_000_000, 'water ');
    writeFileSync(sent, bytes);
    for (const name of ['ACME/2026-01/readings.parquet', 'O%27Brien%20%26%20%2E%2E/2026-01/manifest.json']) {
      expect(await bucket().get(name, fetched)).toBe(false);
      await bucket().put(name, sent);
      expect(await bucket().get(name, fetched)).toBe(true);
      expect(readFileSync(fetched).equals(bytes)).toBe(true);
      await bucket().remove(name);
      await bucket().remove(name);
      expect(await bucket().get(name, fetched)).toBe(false);
    }
  });

  it('lists the names that begin alike, below its prefix', async () => {
    writeFileSync(sent, 'x');
    const names = ['lake/a/metadata/v1.json', 'lake/a/metadata/v2.json', 'lake/a/data/x', 'lake/ab/metadata/v3.json'];
    for (const name of names) await bucket().put(name, sent);
    expect(await bucket().list('lake/a/metadata/')).toEqual(names.slice(0, 2));
    expect(await bucket().list('lake/b/')).toEqual([]);
    expect(await bucket({ prefix: '' }).list('sites/north/lake/a/data/')).toEqual(['sites/north/lake/a/data/x']);
    await expect(bucket({ bucket: 'no-such-bucket' }).list('lake/')).rejects.toThrow(/NoSuchBucket/);
  });

  it('that refuses is told in its own words, without the secret', async () => {
    writeFileSync(sent, 'x');
    await expect(bucket({ accessKeyId: 'NOBODY', secretAccessKey: 'of-nobody' }).put('a', sent)).rejects.toThrow(
      /^The archive's bucket s3:\/\/water-archive\/sites\/north answers 403 InvalidAccessKeyId: (?!.*of-nobody)/,
    );
    await expect(bucket({ bucket: 'no-such-bucket' }).put('a', sent)).rejects.toThrow(/answers 404 NoSuchBucket/);
    await expect(bucket({ bucket: 'no-such-bucket' }).get('a', fetched)).rejects.toThrow(/NoSuchBucket/);
  });

  it('that nobody serves is no missing file', async () => {
    await expect(bucket({ endpoint: await closedEndpoint() }).get('a', fetched)).rejects.toThrow(
      /cannot be reached: connect ECONNREFUSED/,
    );
  });

  it('is sent the checksum of the bytes, and a signature of it that the secret alone can make', async () => {
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    const listening = createServer((request, response) => {
      request.resume().on('end', () => response.end(() => resolve(request)));
    }).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo; // of a server that listens on a port
    writeFileSync(sent, 'litres');
    await bucket({ endpoint: `http://127.0.0.1:${port}`, prefix: '' }).put('O%27/b', sent);
    const { method, url, headers } = await promise;
    listening.close();
    const sha256 = createHash('sha256').update('litres').digest('hex');
    expect([method, url, headers['x-amz-content-sha256'], headers['content-length']]).toEqual([
      'PUT',
      '/water-archive/O%2527/b',
      sha256,
      '6',
    ]);
    expect(headers.authorization).toBe(signatureOf(headers, '/water-archive/O%2527/b', sha256));
  });
});

/** Signature Version 4 as Amazon describes it. */
function signatureOf(headers: IncomingHttpHeaders, path: string, sha256: string): string {
  const at = String(headers['x-amz-date']);
  const signed = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  const canonical = [
    'PUT',
    path,
    '',
    ...signed.map((name) => `${name}:${String(headers[name])}`),
    '',
    signed.join(';'),
    sha256,
  ];
  const scope = `${at.slice(0, 8)}/eu-central-1/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical.join('\n')).digest('hex')].join(
    '\n',
  );
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (secret, part) => createHmac('sha256', secret).update(part).digest(),
      `AWS4${BUCKET.secretAccessKey}`,
    );
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${BUCKET.accessKeyId}/${scope}, SignedHeaders=${signed.join(';')}, Signature=${signature}`;
}

/** Of a port on which nobody listens any more. */
async function closedEndpoint(): Promise<string> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo; // of a server that listens on a port
  listening.close();
  await once(listening, 'close');
  return `http://127.0.0.1:${port}`;
}
