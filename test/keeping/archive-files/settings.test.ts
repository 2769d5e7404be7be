import { describe, expect, it } from 'vitest';
import { archiveAddress } from '../../../src/keeping/archive-files/settings.ts';

describe('the address of an archive', () => {
  it('is a directory of this machine', () => {
    expect(archiveAddress('file:/var/lib/water%20archive')).toEqual({
      kind: 'directory',
      path: '/var/lib/water archive',
    });
  });

  it('is a bucket, of Amazon unless another endpoint is named', () => {
    expect(archiveAddress('s3://water-archive')).toEqual({
      kind: 's3',
      bucket: 'water-archive',
      prefix: '',
      region: 'us-east-1',
      endpoint: null,
    });
    expect(archiveAddress('s3://b.c/a/b/?region=eu-central-1&endpoint=https://s3.example.com:9000')).toEqual({
      kind: 's3',
      bucket: 'b.c',
      prefix: 'a/b',
      region: 'eu-central-1',
      endpoint: 'https://s3.example.com:9000',
    });
  });

  it.each([
    'archive',
    '/var/lib/archive',
    'file://server/share',
    'file:/',
    'https://b',
    's3://',
    's3://B_C',
    's3://key:secret@bucket',
    's3://bucket/a%2Fb',
    's3://bucket?endpoint=ftp://x',
    's3://bucket?endpoint=https://x/path',
    's3://bucket?acl=public',
  ])('%s is none', (text) => {
    expect(archiveAddress(text)).toBeUndefined();
  });
});
