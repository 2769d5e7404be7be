import { createHmac } from 'node:crypto';
import { generateSync, verifySync } from 'otplib';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** Six digits, recomputed from the instant they were sent at (specification, Authentication 7). */
const DIGITS = 6;
const STEP_SECONDS = 30;
export const OTP_VALID_MINUTES = 5;
export const OTP_RESEND_SECONDS = 60;

/** The label keeps these keys apart from everything else the secret is used for. */
const keyOf = (secret: string, phone: string): Uint8Array =>
  createHmac('sha256', secret).update(`one-time password of ${phone}`).digest();

const optionsAt = (secret: string, phone: string, sentAt: EpochMillis) => ({
  secret: keyOf(secret, phone),
  epoch: Math.floor(sentAt / 1000),
  digits: DIGITS,
  period: STEP_SECONDS,
  algorithm: 'sha256' as const,
});

/** The code of a number at an instant. `phone` as it is registered. */
export const oneTimePassword = (secret: string, phone: string, sentAt: EpochMillis): string =>
  generateSync(optionsAt(secret, phone, sentAt));

/**
 * True for the code that was sent at `sentAt`, under any of the secrets; compared in constant time. Any text but six
 * digits is wrong.
 */
export const isOneTimePassword = (
  code: string,
  secrets: readonly string[],
  phone: string,
  sentAt: EpochMillis,
): boolean =>
  /^\d{6}$/.test(code)
  && secrets.some((secret) => verifySync({ ...optionsAt(secret, phone, sentAt), token: code }).valid);

/** A code is taken from the instant it was sent at until five minutes later. */
export const isInTime = (sentAt: EpochMillis, now: EpochMillis): boolean =>
  now >= sentAt && now - sentAt <= OTP_VALID_MINUTES * 60_000;
