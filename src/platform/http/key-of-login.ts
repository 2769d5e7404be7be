import { deviceKeyText, readKeyLogin } from '../login/rules/device-key.ts';
import type { HttpContext } from './environment.ts';

/** User name and password of `Authorization: Basic`; null for anything else. */
function basicLogin(c: HttpContext): readonly [name: string, password: string] | null {
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

/** The password of HTTP Basic as a device key, which gateways without headers show so; null: there is none. */
export function keyOfBasic(c: HttpContext): string | null {
  const login = basicLogin(c);
  return login === null ? null : keyOfLogin(...login);
}
