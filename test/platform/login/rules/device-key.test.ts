import { describe, expect, it } from 'vitest';
import {
  deviceKeyText,
  refusalOfKey,
  hashOfSecret,
  isSecretOf,
  keyStateOf,
  newDeviceKey,
  readDeviceKey,
  readKeyLogin,
  withoutKeySecrets,
} from '../../../../src/platform/login/rules/device-key.ts';

const SECRET = 'abcDEF0123456789_-abcDEF0123456789_-abcDEF0';
const WRITTEN = `mwk_0123456789abcdef_${SECRET}`;

describe('the text of a device key', () => {
  it('is a prefix that scanners know, the key id, and 256 random bits', () => {
    const fresh = newDeviceKey();
    expect(deviceKeyText(fresh)).toMatch(/^mwk_[0-9a-f]{16}_[\w-]{43}$/);
    expect(Buffer.from(fresh.secret, 'base64url')).toHaveLength(32);
    expect(newDeviceKey().secret).not.toBe(fresh.secret);
    expect(readDeviceKey(deviceKeyText(fresh))).toEqual(fresh);
  });

  it('is read with underscores in its secret', () => {
    expect(readDeviceKey(WRITTEN)).toEqual({ keyId: '0123456789abcdef', secret: SECRET });
  });

  it.each([
    '',
    'mwk_',
    WRITTEN.slice(0, -1),
    `${WRITTEN}x`,
    WRITTEN.toUpperCase(),
    WRITTEN.replace('_', '-'),
    `x${WRITTEN}`,
  ])('%j is none', (text) => {
    expect(readDeviceKey(text)).toBeNull();
  });

  it('as user name and password is the key id with the secret, or with the whole key of that id', () => {
    const key = { keyId: '0123456789abcdef', secret: SECRET };
    expect(readKeyLogin('0123456789abcdef', SECRET)).toEqual(key);
    expect(readKeyLogin('0123456789abcdef', WRITTEN)).toEqual(key);
    expect(readKeyLogin('1123456789abcdef', WRITTEN)).toBeNull();
    expect(readKeyLogin('', WRITTEN)).toBeNull();
  });

  it('loses its secret wherever it stands', () => {
    expect(withoutKeySecrets(`a ${WRITTEN}, b "${WRITTEN}"`)).toBe(
      'a mwk_0123456789abcdef_[removed], b "mwk_0123456789abcdef_[removed]"',
    );
  });
});

it('a secret is known by its hash, and nothing matches a key that does not exist', () => {
  expect(isSecretOf(SECRET, hashOfSecret(SECRET))).toBe(true);
  expect(isSecretOf(SECRET, hashOfSecret(`${SECRET}x`))).toBe(false);
  expect(isSecretOf(SECRET, null)).toBe(false);
});

describe('a key', () => {
  const active = { expiresAt: null, revokedAt: null, isDisabled: false };

  it('is in force until the instant at which it expires', () => {
    expect(keyStateOf({ expiresAt: 1000, revokedAt: null }, 999)).toBe('active');
    expect(keyStateOf({ expiresAt: 1000, revokedAt: null }, 1000)).toBe('expired');
    expect(keyStateOf({ expiresAt: 1000, revokedAt: 500 }, 999)).toBe('revoked');
  });

  it.each([
    [null, 'Invalid device key'],
    [{ ...active, isDisabled: true }, 'Invalid device key: its industry is disabled'],
    [{ ...active, revokedAt: 1 }, 'Device key was revoked'],
    [{ ...active, expiresAt: 1 }, 'Device key has expired'],
  ])('%j is refused: %s', (standing, message) => {
    expect(refusalOfKey(standing, 1000)).toMatchObject({ code: 420, message });
  });

  it('that nothing is against is taken', () => {
    expect(refusalOfKey(active, 1000)).toBeNull();
  });
});
