import { describe, expect, it } from 'vitest';
import { requireNotLockedOut, requireRightsOver } from '../../../../src/platform/login/rules/account-rights.ts';

const manager = { userId: 'olga', industryId: 'INTERNAL', permissions: ['accounts:write', 'keys:write'] };
const olga = { userId: 'olga', role: 'admin', permissions: ['accounts:write'] };

describe('a person who writes accounts', () => {
  it('manages accounts of the own industry that can do no more than he', () => {
    expect(() => requireRightsOver(manager, 'INTERNAL', { permissions: ['keys:write'] })).not.toThrow();
    expect(() => requireRightsOver(manager, 'INTERNAL', { permissions: ['admin:*'] })).toThrow(
      'Access denied. Missing required permissions: admin:*',
    );
    expect(() =>
      requireRightsOver({ ...manager, permissions: ['admin:*'] }, 'INTERNAL', { permissions: ['keys:write'] }),
    ).not.toThrow();
  });

  it('manages any account of an industry as an operator', () => {
    expect(() => requireRightsOver(manager, 'WORKS', { permissions: ['admin:*'] })).not.toThrow();
  });

  it.each([
    ['is gone', []],
    ['cannot write accounts', [{ ...olga, permissions: ['keys:write'] }]],
    ['is a guest', [{ ...olga, role: 'guest' }]],
  ])('does not leave himself as one who %s', (_, after) => {
    expect(() => requireNotLockedOut(manager, after)).toThrow(/^Invalid 'userId': olga is your own account: /);
  });

  it.each([['accounts:write'], ['accounts:*'], ['admin:*']])('may leave himself with %s', (permission) => {
    expect(() => requireNotLockedOut(manager, [{ ...olga, permissions: [permission] }])).not.toThrow();
  });
});
