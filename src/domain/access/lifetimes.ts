import { OPERATOR_INDUSTRY_ID } from './caller.ts';

const MINUTE = 60;
const DAY = 86_400;

export interface Lifetimes {
  readonly accessSeconds: number;
  /** null: never expires. */
  readonly refreshSeconds: number | null;
}

/** Docs-login cookie (specification, Authentication 2). */
export const DOCS_SECONDS = 3600;
/** An operator's refresh token is renewed when it has less than this left (specification, States). */
export const OPERATOR_RENEWAL_SECONDS = 7 * DAY;

const MOBILE_DEVICE_TYPES = new Set(['mobile', 'android', 'ios']);

const positive = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null);

/**
 * How long tokens live (specification, Authentication 2): access 4 hours; refresh 14 days on the web, without end in the
 * mobile app (told by the header x-device-type); operators as the internal industry's sessionTimeout says,
 * `{accessTokenMinutes, refreshTokenDays}`, whatever the device.
 * Spec gap: the refresh token is called both rolling and not rotated. Not rotated: the 14 days count from the login.
 */
export function lifetimesOf(industryId: string, deviceType: string | null, sessionTimeout: Readonly<Record<string, unknown>> | null): Lifetimes {
  if (industryId === OPERATOR_INDUSTRY_ID) {
    return {
      accessSeconds: (positive(sessionTimeout?.['accessTokenMinutes']) ?? 240) * MINUTE,
      refreshSeconds: (positive(sessionTimeout?.['refreshTokenDays']) ?? 14) * DAY,
    };
  }
  const mobile = MOBILE_DEVICE_TYPES.has(deviceType?.toLowerCase() ?? '');
  return { accessSeconds: 240 * MINUTE, refreshSeconds: mobile ? null : 14 * DAY };
}
