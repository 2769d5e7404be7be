import { createHash, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '../../kernel/time/durations.ts';

/** How long a link is valid (minutes), as its mail says. */
export const RESET_MINUTES = 30;
export const RESET_MILLISECONDS = RESET_MINUTES * MINUTE_MS;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

export const newResetToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The hash of a token, which alone is kept. */
export const hashOfReset = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether a text is written like a token at all. */
export const isLikeReset = (token: string): boolean => TOKEN.test(token);

/** Where the link leads; the page is src/platform/login/http/user/password/form.ts. */
export const resetLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/api/user/password/form?token=${token}`;
