import { createMiddleware } from 'hono/factory';
import { isInside, isProxyAmong, networkOf, plainAddress } from '../../limits/client-network.ts';
import type { HttpContext, HttpEnv } from '../environment.ts';

/** Headers that proxies write. A caller who comes by himself sends none of them. */
const OF_PROXIES = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'];

/**
 * Sets `client`. X-Forwarded-For and X-Forwarded-Proto are believed only where the other end of the connection is a
 * declared proxy. The client is the last address that is not itself a declared proxy: what stands before it the client
 * may have made up. An unreadable address ends the search at the proxy that wrote it. The last one of several
 * protocols counts, for the same reason.
 *
 * A client is inside by an address that nobody made up: that of the connection where no proxy wrote anything, or one
 * that declared proxies tell. Behind a proxy that is not declared, or says nothing that can be read, nobody is.
 * @param trustedProxies addresses, networks and `loopback`, as checked by the configuration.
 */
export function identifyClient(trustedProxies: readonly string[]) {
  const isProxy = isProxyAmong(trustedProxies);

  /** `isTold`: every proxy on the way is a declared one, and said whom it had before it. */
  const clientOf = (c: HttpContext, peer: string): { readonly address: string; readonly isTold: boolean } => {
    const hops = c.req.header('x-forwarded-for')?.split(',').reverse() ?? [];
    let address = peer;
    for (const hop of hops) {
      const before = isProxy(address) ? plainAddress(hop) : null;
      if (before === null) return { address, isTold: false };
      address = before;
    }
    return { address, isTold: hops.length > 0 || isDirect(c) };
  };

  return createMiddleware<HttpEnv>(async (c, next) => {
    const { onBehalfOf, incoming } = c.env ?? {};
    if (onBehalfOf !== undefined) {
      c.set('client', onBehalfOf);
      return next();
    }
    const peer = plainAddress(incoming?.socket.remoteAddress ?? '');
    const forwardedProto = peer !== null && isProxy(peer) ? c.req.header('x-forwarded-proto') : undefined;
    const scheme = forwardedProto?.split(',').at(-1)?.trim().toLowerCase() ?? new URL(c.req.url).protocol.slice(0, -1);
    // Without a connection the call is one of this process; a connection that has gone has no address.
    const { address, isTold } = peer === null ? { address: null, isTold: incoming === undefined } : clientOf(c, peer);
    c.set('client', {
      network: address === null ? 'local' : networkOf(address),
      isInside: isTold && (address === null || isInside(address)),
      https: scheme === 'https',
    });
    return next();
  });
}

/** No proxy wrote anything into the request. */
const isDirect = (c: HttpContext): boolean => OF_PROXIES.every((name) => c.req.header(name) === undefined);
