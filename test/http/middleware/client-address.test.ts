import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { HttpEnv } from '../../../src/http/environment.ts';
import { clientAddress } from '../../../src/http/middleware/client-address.ts';

/** The address a request from this socket, with this X-Forwarded-For, is counted by. */
async function addressOf(remoteAddress: string | undefined, trustProxy: boolean, forwardedFor?: string): Promise<string> {
  const app = new Hono<HttpEnv>();
  app.get('/', (c) => c.text(clientAddress(c, trustProxy)));
  const incoming = { socket: { remoteAddress } } as IncomingMessage; // all of it that is read
  return (await app.request('/', forwardedFor === undefined ? {} : { headers: { 'x-forwarded-for': forwardedFor } }, { incoming })).text();
}

describe('the client address', () => {
  it('is the socket\'s', async () => {
    expect(await addressOf('203.0.113.7', false)).toBe('203.0.113.7');
  });

  it('does not believe X-Forwarded-For without a trusted proxy', async () => {
    expect(await addressOf('203.0.113.7', false, '198.51.100.1')).toBe('203.0.113.7');
  });

  it('is the last X-Forwarded-For address behind a trusted proxy: the one the proxy wrote', async () => {
    expect(await addressOf('10.0.0.1', true, '1.1.1.1, 198.51.100.1')).toBe('198.51.100.1');
    expect(await addressOf('10.0.0.1', true, ' ')).toBe('10.0.0.1');
    expect(await addressOf('10.0.0.1', true)).toBe('10.0.0.1');
  });

  it('is one for the same IPv4 client on a dual-stack socket', async () => {
    expect(await addressOf('::ffff:203.0.113.7', false)).toBe('203.0.113.7');
  });

  it('is the /64 network of an IPv6 client, who owns all addresses of it', async () => {
    const one = await addressOf('2001:db8:1:2:aaaa::1', false);
    expect(await addressOf('2001:0db8:1:2::ffff', false)).toBe(one);
    expect(await addressOf('2001:db8:1:2:1:2:3:4', false)).toBe(one);
    expect(await addressOf('2001:db8:1:3::1', false)).not.toBe(one);
    expect(await addressOf('::1', false)).toBe('0:0:0:0::/64');
    expect(await addressOf('fe80::1%eth0', false)).toBe('fe80:0:0:0::/64');
  });
});
