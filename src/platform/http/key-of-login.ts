import { deviceKeyText, isLikeDeviceKey, readKeyLogin } from '../login/rules/device-key.ts';
import type { HttpContext } from './environment.ts';

/** User name and password of `Authorization: Basic`; null for anything else. */
export function basicLogin(c: HttpContext): readonly [name: string, password: string] | null {
  const coded = /^Basic\s+([\w+/=-]+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (coded === undefined) return null;
  const text = Buffer.from(coded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? null : [text.slice(0, colon), text.slice(colon + 1)];
}

/** The whole key as the password, whatever the user is called, or the key's id and its secret. */
export function keyOfLogin(name: string, password: string): string {
  const key = readKeyLogin(name, password);
  return key === null ? password : deviceKeyText(key);
}

/** The device key that a request shows as the password of HTTP Basic, as gateways without headers do; null: none. */
export function basicKey(c: HttpContext): string | null {
  const login = basicLogin(c);
  const key = login === null ? '' : keyOfLogin(...login);
  return isLikeDeviceKey(key) ? key : null;
}
