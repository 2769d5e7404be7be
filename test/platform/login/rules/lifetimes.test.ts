import { describe, expect, it } from 'vitest';
import { lifetimesOf } from '../../../../src/platform/login/rules/lifetimes.ts';

const HOURS = 3600;
const DAYS = 86_400;

describe('token lifetimes', () => {
  it('are 4 hours and 14 days on the web', () => {
    expect(lifetimesOf('ACME', null, null)).toEqual({ accessSeconds: 4 * HOURS, refreshSeconds: 14 * DAYS });
    expect(lifetimesOf('ACME', 'desktop', null)).toEqual({ accessSeconds: 4 * HOURS, refreshSeconds: 14 * DAYS });
  });

  it.each(['mobile', 'Android', 'iOS'])('have no end for the refresh token of device type %s', (deviceType) => {
    expect(lifetimesOf('ACME', deviceType, null)).toEqual({ accessSeconds: 4 * HOURS, refreshSeconds: null });
  });

  it('follow the session timeout of the internal industry for operators, on every device', () => {
    expect(lifetimesOf('INTERNAL', 'mobile', { accessTokenMinutes: 30, refreshTokenDays: 20 })).toEqual({
      accessSeconds: 1800,
      refreshSeconds: 20 * DAYS,
    });
  });

  it.each([
    [{}],
    [{ accessTokenMinutes: -1, refreshTokenDays: 'x' }],
    [{ accessTokenMinutes: 0.01, refreshTokenDays: 0 }],
    [{ accessTokenMinutes: 1e308, refreshTokenDays: 1e9 }],
  ])('fall back for operators where a session timeout would shut them out: %j', (sessionTimeout) => {
    expect(lifetimesOf('INTERNAL', null, sessionTimeout)).toEqual({
      accessSeconds: 4 * HOURS,
      refreshSeconds: 14 * DAYS,
    });
  });

  it('ignore a session timeout of other industries', () => {
    expect(lifetimesOf('ACME', null, { accessTokenMinutes: 1, refreshTokenDays: 1 })).toEqual({
      accessSeconds: 4 * HOURS,
      refreshSeconds: 14 * DAYS,
    });
  });
});
