import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  isInTime,
  isOneTimePassword,
  oneTimePassword,
} from '../../../../src/platform/login/rules/one-time-password.ts';

const AT = Date.parse('2026-11-21T06:00:10Z');
const SECRET = 's'.repeat(32);
const PHONE = '+919000000001';

/** RFC 6238 by hand: HMAC of the 30-second step, truncated to six digits. */
function byHand(key: Buffer, at: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha256', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

describe('one-time passwords', () => {
  it('are RFC 6238 codes of six digits and 30 seconds under a key of secret and number', () => {
    const key = createHmac('sha256', SECRET).update(`one-time password of ${PHONE}`).digest();
    expect(oneTimePassword(SECRET, PHONE, AT)).toBe(byHand(key, AT));
    expect(oneTimePassword(SECRET, PHONE, AT)).toMatch(/^\d{6}$/);
  });

  it('differ by number, secret and step', () => {
    const codes = [
      oneTimePassword(SECRET, PHONE, AT),
      oneTimePassword(SECRET, '+919000000002', AT),
      oneTimePassword('t'.repeat(32), PHONE, AT),
      oneTimePassword(SECRET, PHONE, AT + 30_000),
    ];
    expect(new Set(codes).size).toBe(4);
  });

  it('are recognised under any of the secrets, so that a rotation interrupts nobody', () => {
    const code = oneTimePassword(SECRET, PHONE, AT);
    expect(isOneTimePassword(code, ['t'.repeat(32), SECRET], PHONE, AT)).toBe(true);
    expect(isOneTimePassword(code, ['t'.repeat(32)], PHONE, AT)).toBe(false);
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 12345'])('%j is refused, not an error', (code) => {
    expect(isOneTimePassword(code, [SECRET], PHONE, AT)).toBe(false);
  });

  it('count for five minutes', () => {
    expect(isInTime(AT, AT)).toBe(true);
    expect(isInTime(AT, AT + 300_000)).toBe(true);
    expect(isInTime(AT, AT + 300_001)).toBe(false);
    expect(isInTime(AT, AT - 1)).toBe(false);
  });
});
