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

const positive = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;

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
      accessSeconds: (positive(sessionTimeout?.['accessTokenMinutes']) ?? 240) * MINUTE,
      refreshSeconds: (positive(sessionTimeout?.['refreshTokenDays']) ?? 14) * DAY,
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
