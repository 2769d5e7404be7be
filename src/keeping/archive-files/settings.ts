import { fileURLToPath } from 'node:url';

interface DirectorySettings {
  readonly kind: 'directory';
  readonly path: string;
}

interface BucketAddress {
  readonly kind: 's3';
  readonly bucket: string;
  /** Without slashes at its ends; empty: none. */
  readonly prefix: string;
  readonly region: string;
  /** Address of a service that speaks S3; null: Amazon's. */
  readonly endpoint: string | null;
}

export interface BucketSettings extends BucketAddress {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type ArchiveAddress = DirectorySettings | BucketAddress;
export type ArchiveSettings = DirectorySettings | BucketSettings;

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w!.*'()/-]*$/;

/** `file:/path` or `s3://bucket/prefix?region=..&endpoint=..`; undefined for anything else. */
export function archiveAddress(text: string): ArchiveAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  // `file:archive` would be a folder beside the root, and %2F is no part of a name.
  if (url.protocol === 'file:')
    return /^file:(?:\/\/)?\/[^/]/.test(text) && !/%2f/i.test(text)
      ? { kind: 'directory', path: fileURLToPath(url) }
      : undefined;
  if (url.protocol !== 's3:' || !BUCKET.test(url.host) || url.username !== '' || url.password !== '') return undefined;
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  const endpoint = url.searchParams.get('endpoint');
  if (!PREFIX.test(prefix)) return undefined;
  if (endpoint !== null && !isOrigin(endpoint)) return undefined;
  if ([...url.searchParams.keys()].some((name) => name !== 'region' && name !== 'endpoint')) return undefined;
  return { kind: 's3', bucket: url.host, prefix, region: url.searchParams.get('region') ?? 'us-east-1', endpoint };
}

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text.replace(/\/$/, '');
