import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { Client, HttpEnv } from '../../../../src/platform/http/environment.ts';
import { identifyClient } from '../../../../src/platform/http/middleware/client-address.ts';
import { plainAddress } from '../../../../src/platform/limits/client-network.ts';
import { from } from '../../../service/support/app-fixture.ts';

/** Who a request over a connection from this address is taken to come from. */
async function clientOf(
  remoteAddress: string,
  trusted: readonly string[],
  headers: Record<string, string> = {},
): Promise<Client> {
  const app = new Hono<HttpEnv>();
  app.use(identifyClient(trusted));
  app.get('/', (c) => c.json(c.get('client')));
  // What the line above sends.
  return (await (await app.request('/', { headers }, from(remoteAddress))).json()) as Client;
}
const networkOf = async (
  remoteAddress: string,
  trusted: readonly string[] = [],
  forwardedFor?: string,
): Promise<string> =>
  (await clientOf(remoteAddress, trusted, forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }))
    .network;

describe('the client address', () => {
  it("is the connection's, whatever X-Forwarded-For says, where no proxy is declared", async () => {
    expect(await networkOf('203.0.113.7')).toBe('203.0.113.7');
    expect(await networkOf('203.0.113.7', [], '198.51.100.1')).toBe('203.0.113.7');
    expect(await networkOf('127.0.0.1', [], '198.51.100.1')).toBe('127.0.0.1');
  });

  it('is not taken from a header that another one than a declared proxy sent', async () => {
    expect(await networkOf('10.0.0.2', ['10.0.0.1'], '198.51.100.1')).toBe('10.0.0.2');
  });

  it('is the last one that is no declared proxy: all before it the client may have made up', async () => {
    expect(await networkOf('10.0.0.1', ['10.0.0.1'], '1.1.1.1, 198.51.100.1')).toBe('198.51.100.1');
    expect(await networkOf('10.0.0.1', ['10.0.0.0/8'], '1.1.1.1, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
    expect(await networkOf('10.0.0.1', ['10.0.0.0/8'], '10.7.7.7, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
  });

  it('is the farthest proxy when there is nobody behind the proxies', async () => {
    expect(await networkOf('10.0.0.1', ['10.0.0.0/8'])).toBe('10.0.0.1');
    expect(await networkOf('10.0.0.1', ['10.0.0.0/8'], ' ')).toBe('10.0.0.1');
    expect(await networkOf('10.0.0.1', ['10.0.0.0/8'], '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
  });

  it("is the proxy's own when what it wrote is no address", async () => {
    expect(await networkOf('10.0.0.1', ['10.0.0.1'], '198.51.100.1, unknown')).toBe('10.0.0.1');
    expect(await networkOf('10.0.0.1', ['10.0.0.1'], '198.51.100.1, 999.1.1.1')).toBe('10.0.0.1');
  });

  it('is that of a proxy on this machine by the word loopback', async () => {
    for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
      expect(await networkOf(peer, ['loopback'], '198.51.100.1')).toBe('198.51.100.1');
    expect(await networkOf('10.0.0.1', ['loopback'], '198.51.100.1')).toBe('10.0.0.1');
  });

  it('is found behind proxies of either family, mapped addresses included', async () => {
    expect(await networkOf('2001:db8:ff::1', ['2001:db8:ff::/48'], '198.51.100.1')).toBe('198.51.100.1');
    expect(await networkOf('::ffff:10.0.0.1', ['10.0.0.0/8'], '::ffff:198.51.100.1')).toBe('198.51.100.1');
    expect(await networkOf('10.0.0.1', ['10.0.0.1'], '[2001:db8:1:2::3]:4711')).toBe('2001:db8:1:2::/64');
  });

  it('is one for the same IPv4 client on a dual-stack socket', async () => {
    expect(await networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(await networkOf('::ffff:cb00:7107')).toBe('203.0.113.7');
  });

  it('is the /64 network of an IPv6 client, who owns all addresses of it', async () => {
    const one = await networkOf('2001:db8:1:2:aaaa::1');
    for (const same of ['2001:0DB8:1:2::ffff', '2001:db8:1:2:1:2:3:4', '2001:db8:0001:0002::1.2.3.4'])
      expect(await networkOf(same), same).toBe(one);
    expect(await networkOf('2001:db8:1:3::1')).not.toBe(one);
    expect(await networkOf('::1')).toBe('0:0:0:0::/64');
    expect(await networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });
});

describe('whoever is inside', () => {
  const isInside = async (peer: string, headers: Record<string, string> = {}, trusted: readonly string[] = []) =>
    (await clientOf(peer, trusted, headers)).isInside;
  const by = (forwardedFor: string): Record<string, string> => ({ 'x-forwarded-for': forwardedFor });

  it.each([
    ...['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.0.7', '::ffff:192.168.1.1'],
    ...['fc00::1', 'fd12:3456::1', 'fe80::1%eth0', 'febf::1'],
  ])('comes from this machine or a private network: %s', async (address) => {
    expect(await isInside(address)).toBe(true);
  });

  it.each([
    ...['203.0.113.7', '8.8.8.8', '172.15.0.1', '172.32.0.1', '11.0.0.1', '192.169.0.1', '100.64.0.1', '0.0.0.0'],
    ...['2001:db8::1', '::ffff:8.8.8.8', '::', 'fec0::1', 'fe00::1', '::2', '64:ff9b::a00:1'],
  ])('does not come from anywhere else: %s', async (address) => {
    expect(await isInside(address)).toBe(false);
  });

  it('is not whoever says so, wherever the saying comes from', async () => {
    for (const said of ['127.0.0.1', '10.0.0.1', '::1', '127.0.0.1, 10.0.0.1']) {
      expect(await isInside('203.0.113.7', by(said)), said).toBe(false);
      // A proxy of ours adds whom it had before it.
      expect(await isInside('10.0.0.1', by(`${said}, 203.0.113.7`), ['10.0.0.1']), said).toBe(false);
      // One that is not declared may have had anybody before it.
      expect(await isInside('10.0.0.1', by(said)), said).toBe(false);
      expect(await isInside('10.0.0.1', by(`${said}, 10.5.5.5`), ['10.0.0.1']), said).toBe(false);
    }
  });

  it('is nobody behind a proxy that is not declared, or does not tell whom it had before it', async () => {
    for (const header of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'])
      expect(await isInside('127.0.0.1', { [header]: 'x' }), header).toBe(false);
    expect(await isInside('127.0.0.1', { 'x-forwarded-proto': 'https' }, ['loopback'])).toBe(false);
    expect(await isInside('127.0.0.1', by('unknown'), ['loopback'])).toBe(false);
    expect(await isInside('127.0.0.1', by(''), ['loopback'])).toBe(false);
  });

  it('may come by declared proxies, and from the machine of one', async () => {
    expect(await isInside('127.0.0.1', by('192.168.7.7'), ['loopback'])).toBe(true);
    expect(await isInside('10.0.0.1', by('::ffff:192.168.7.7, 10.0.0.2'), ['10.0.0.0/24'])).toBe(true);
    expect(await isInside('127.0.0.1', {}, ['loopback'])).toBe(true);
  });
});

describe('https', () => {
  it('is what a declared proxy says, and nobody else', async () => {
    const https = async (peer: string, proto: string) =>
      (await clientOf(peer, ['10.0.0.1'], { 'x-forwarded-proto': proto })).https;
    expect(await https('10.0.0.1', 'https')).toBe(true);
    expect(await https('10.0.0.1', 'http, HTTPS')).toBe(true);
    // What stands before the last one the client may have made up.
    expect(await https('10.0.0.1', 'https, http')).toBe(false);
    expect(await https('10.0.0.1', 'http')).toBe(false);
    expect(await https('10.0.0.2', 'https')).toBe(false);
  });
});

describe('plainAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7:8080 ', '203.0.113.7'],
    ['[2001:DB8::0001]:80', '2001:db8::1'],
    ['[::1]', '::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
  ])('reads %s as %s', (text, address) => {
    expect(plainAddress(text)).toBe(address);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '::1::',
    'example.com',
    '1.2.3.4, 5.6.7.8',
    '[1.2.3.4]x',
  ])('does not read %j', (text) => {
    expect(plainAddress(text)).toBeNull();
  });
});
