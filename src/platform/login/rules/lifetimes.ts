import type { EpochMillis } from '../../../kernel/time/types.ts';
import { OPERATOR_INDUSTRY_ID } from './caller.ts';

const MINUTE = 60;
const DAY = 86_400;

interface Lifetimes {
  readonly accessSeconds: number;
  /** Seconds for which a login can be refreshed, counted from its last refresh; null: always. */
  readonly refreshSeconds: number | null;
}

/** Docs-login cookie (specification, Authentication 2). */
export const DOCS_SECONDS = 3600;
/** An operator's refresh token is renewed when it has less than this left (specification, States). */
export const OPERATOR_RENEWAL_SECONDS = 7 * DAY;

const MOBILE_DEVICE_TYPES = new Set(['mobile', 'android', 'ios']);

/**
 * Spec gap: bounds of an operator's lifetimes. A token that has ended when it arrives, or whose end is no date, would
 * shut out everybody who could put that right.
 */
export const ACCESS_MINUTES = { from: 1, to: 1_000_000 };
export const REFRESH_DAYS = { from: 0.01, to: 36_500 };

export const isWithin = (value: unknown, { from, to }: typeof ACCESS_MINUTES): value is number =>
  typeof value === 'number' && value >= from && value <= to;

/** null: absent, or stored by a release that did not know the bounds. */
const within = (value: unknown, bounds: typeof ACCESS_MINUTES): number | null =>
  isWithin(value, bounds) ? value : null;

/**
 * Lifetimes of tokens (specification, Authentication 2): access 4 hours; refresh 14 days on the web, without end in the
 * mobile app (told by the header x-device-type). Operators have those of the internal industry's sessionTimeout,
 * `{accessTokenMinutes, refreshTokenDays}`, on every device.
 * Spec gap: the refresh token of the web is called both rolling and not rotated. The token stays the same and has no
 * expiry; its session record has, and every refresh sets that to 14 days from then. Operators have no session record
 * that binds them, so their refresh tokens expire by themselves and are renewed.
 */
export function lifetimesOf(
  industryId: string,
  deviceType: string | null,
  sessionTimeout: Readonly<Record<string, unknown>> | null,
): Lifetimes {
  if (industryId === OPERATOR_INDUSTRY_ID) {
    return {
      accessSeconds: (within(sessionTimeout?.['accessTokenMinutes'], ACCESS_MINUTES) ?? 240) * MINUTE,
      refreshSeconds: (within(sessionTimeout?.['refreshTokenDays'], REFRESH_DAYS) ?? 14) * DAY,
    };
  }
  const mobile = MOBILE_DEVICE_TYPES.has(deviceType?.toLowerCase() ?? '');
  return { accessSeconds: 240 * MINUTE, refreshSeconds: mobile ? null : 14 * DAY };
}

/** Seconds for which a refresh token lives, whatever its session record says; null: as long as that. */
export const ownRefreshSeconds = (industryId: string, { refreshSeconds }: Lifetimes): number | null =>
  industryId === OPERATOR_INDUSTRY_ID ? refreshSeconds : null;

/** End of the time in which a login that got its tokens `at` can be refreshed; null: never. */
export const refreshExpiry = (
  { refreshSeconds }: Pick<Lifetimes, 'refreshSeconds'>,
  at: EpochMillis,
): EpochMillis | null => (refreshSeconds === null ? null : at + refreshSeconds * 1000);
