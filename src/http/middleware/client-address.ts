import { BlockList, isIP } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { networkOf, plainAddress } from '../../services/limits/client-network.ts';
import type { HttpContext, HttpEnv } from '../environment.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @param declared addresses, networks and `loopback`, as checked by the configuration. */
function blockListOf(declared: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of declared.flatMap((one) => (one === 'loopback' ? LOOPBACK : [one]))) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

/**
 * Sets `client`. X-Forwarded-For and X-Forwarded-Proto are believed only where the other end of the connection is a
 * declared proxy. The client is the last address that is not itself a declared proxy: what stands before it the client
 * may have made up. What cannot be read ends the search at the proxy that wrote it. Of several protocols the last one
 * counts, for the same reason.
 * @param trustedProxies addresses, networks and `loopback`.
 */
export function identifyClient(trustedProxies: readonly string[]) {
  const proxies = blockListOf(trustedProxies);
  const isProxy = (address: string): boolean => proxies.check(address, familyOf(address));

  const addressOf = (c: HttpContext, peer: string): string => {
    let nearest = peer;
    for (const text of (c.req.header('x-forwarded-for') ?? '').split(',').reverse()) {
      const address = isProxy(nearest) ? plainAddress(text) : null;
      if (address === null) break;
      nearest = address;
    }
    return nearest;
  };

  return createMiddleware<HttpEnv>(async (c, next) => {
    const { onBehalfOf } = c.env ?? {};
    if (onBehalfOf !== undefined) {
      c.set('client', onBehalfOf);
      return next();
    }
    const peer = plainAddress(c.env?.incoming?.socket.remoteAddress ?? '');
    const forwardedProto = peer !== null && isProxy(peer) ? c.req.header('x-forwarded-proto') : undefined;
    const scheme = forwardedProto?.split(',').at(-1)?.trim().toLowerCase() ?? new URL(c.req.url).protocol.slice(0, -1);
    c.set('client', { network: peer === null ? 'local' : networkOf(addressOf(c, peer)), https: scheme === 'https' });
    return next();
  });
}
