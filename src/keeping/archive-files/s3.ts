import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { reasonOf } from '../../kernel/reason-of.ts';
import { type Archive, ArchiveError, isFull, sha256Of } from './archive.ts';
import type { BucketSettings } from './settings.ts';

/** Time for one request. A month of a large industry is a few hundred megabytes. */
const REQUEST_MILLISECONDS = 10 * 60_000;
const RETRIES = 3;
const ANSWER_CHARACTERS = 2000;

/** Objects of a bucket of Amazon S3 or a service that speaks its protocol. */
export function bucketArchive(settings: BucketSettings): Archive {
  const { bucket, prefix, region, endpoint } = settings;
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
  });
  const location = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  const origin = (endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, '');
  const root = prefix === '' ? '' : `${prefix}/`;
  const address = `${origin}/${encodeURIComponent(bucket)}`;
  // Names hold % already, and a key of the bucket is the name itself.
  const addressOf = (name: string): string =>
    `${address}/${`${root}${name}`.split('/').map(encodeURIComponent).join('/')}`;

  const ask = async (url: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> => {
    try {
      return await client.fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_MILLISECONDS) });
    } catch (error) {
      // The message of a fetch error says nothing, but its cause does.
      const reason = reasonOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
      throw new ArchiveError(`The archive's bucket ${location} cannot be reached: ${reason}`, { cause: error });
    }
  };
  const refused = async (response: Response): Promise<ArchiveError> => {
    const text = (await response.text().catch(() => '')).slice(0, ANSWER_CHARACTERS);
    const said = [/<Code>([^<]*)/, /<Message>([^<]*)/].map((pattern) => pattern.exec(text)?.[1] ?? '');
    const words = said.filter((word) => word !== '').join(': ');
    return new ArchiveError(`The archive's bucket ${location} answers ${response.status} ${words}`.trimEnd());
  };

  return {
    location,
    async put(name, file) {
      const response = await ask(addressOf(name), {
        method: 'PUT',
        body: await openAsBlob(file),
        headers: { 'Content-Type': 'application/octet-stream', 'X-Amz-Content-Sha256': await sha256Of(file) },
      });
      if (!response.ok) throw await refused(response);
      await response.body?.cancel();
    },
    async get(name, file) {
      const response = await ask(addressOf(name), { method: 'GET' });
      if (response.status === 404) {
        const error = await refused(response);
        // A missing bucket must not count as a missing file.
        if (/NoSuchBucket/.test(error.message)) throw error;
        return false;
      }
      if (!response.ok || response.body === null) throw await refused(response);
      try {
        await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
      } catch (error) {
        if (isFull(error)) throw error;
        throw new ArchiveError(`The archive's bucket ${location} broke off`, { cause: error });
      }
      return true;
    },
    async remove(name) {
      const response = await ask(addressOf(name), { method: 'DELETE' });
      if (!response.ok && response.status !== 404) throw await refused(response);
      await response.body?.cancel();
    },
    async list(folder) {
      const names: string[] = [];
      let more = '';
      do {
        const query = `list-type=2&delimiter=%2F&prefix=${encodeURIComponent(`${root}${folder}`)}${more}`;
        const response = await ask(`${address}?${query}`, { method: 'GET' });
        if (!response.ok) throw await refused(response);
        const text = await response.text();
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)</g)) names.push(key.slice(root.length));
        const [, next] = /<NextContinuationToken>([^<]*)</.exec(text) ?? [];
        more = next === undefined ? '' : `&continuation-token=${encodeURIComponent(next)}`;
      } while (more !== '');
      return names;
    },
  };
}
