import { describe, expect, it } from 'vitest';
import {
  internationalPhone,
  isSamePhone,
  PHONE_NUMBER,
  phoneKey,
} from '../../../../src/platform/login/rules/login-name.ts';

describe('telephone numbers', () => {
  it.each(['9000000001', '+919000000001', '+642100000001', '+1234567'])('%s is one', (text) => {
    expect(PHONE_NUMBER.test(text)).toBe(true);
  });
  it.each([
    '',
    '900000001',
    '90000000011',
    '+0919000000001',
    '+91 9000000001',
    '919000000001x',
    '+1234567890123456',
    '9000000001\n',
  ])('%j is none', (text) => {
    expect(PHONE_NUMBER.test(text)).toBe(false);
  });

  it.each([
    ['9000000001', '+919000000001', true],
    ['+919000000001', '9000000001', true],
    ['+919000000001', '+919000000001', true],
    ['+919000000001', '+19000000001', false],
    ['9000000001', '9000000002', false],
    ['+1234567', '+1234567', true],
  ])('%s and %s: the same is %s', (one, other, same) => {
    expect(isSamePhone(one, other)).toBe(same);
    // What is the same must be found by its key.
    if (same) expect(phoneKey(one)).toBe(phoneKey(other));
  });

  it('registered without a country code get that of the service', () => {
    expect(internationalPhone('9000000001', '91')).toBe('+919000000001');
    expect(internationalPhone('+642100000001', '91')).toBe('+642100000001');
  });
});
