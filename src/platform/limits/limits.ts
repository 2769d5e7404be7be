import type { Limit } from './limiter.ts';

const MINUTE = 60;
const QUARTER_HOUR = 900;
const HOUR = 3600;
const DAY = 86_400;

/** Codes sent to one number for one client network (specification, Limits). */
export const OTP_GENERATION: readonly Limit[] = [
  { name: 'otp-generation-minute', uses: 3, seconds: MINUTE },
  { name: 'otp-generation-hour', uses: 10, seconds: HOUR },
  { name: 'otp-generation-day', uses: 20, seconds: DAY },
];

/** Codes tried for one number from one client network (specification, Limits). */
export const OTP_VERIFICATION: readonly Limit[] = [
  { name: 'otp-verification-minute', uses: 5, seconds: MINUTE },
  { name: 'otp-verification-hour', uses: 15, seconds: HOUR },
];

// Spec gap: what codes are counted by. By the number alone a stranger would lock its user out for a day.
/** Codes sent to one number for all networks together but those from which its user has logged in. */
export const OTP_GENERATION_FROM_ANYWHERE: readonly Limit[] = [
  { name: 'otp-generation-from-anywhere-hour', uses: 30, seconds: HOUR },
  { name: 'otp-generation-from-anywhere-day', uses: 60, seconds: DAY },
];
/** Codes tried for one number from all these networks together. */
export const OTP_VERIFICATION_FROM_ANYWHERE: readonly Limit[] = [
  { name: 'otp-verification-from-anywhere', uses: 45, seconds: HOUR },
];

// Spec gap: attempts per account. Beside the limit of requests per address, which one password list over many addresses
// would pass.
/** Failed logins of one account, whatever name leads to it, from one client network. */
export const LOGINS_FROM_HERE: readonly Limit[] = [{ name: 'login-from-here', uses: 10, seconds: QUARTER_HOUR }];
/** Failed logins of one account from all networks together. */
export const LOGINS_FROM_ANYWHERE: readonly Limit[] = [
  { name: 'login-from-anywhere', uses: 50, seconds: QUARTER_HOUR },
];

// Spec gap: attempts. Who holds a stolen token must not find the password out by trying.
/** Changes of one user's password. */
export const PASSWORD_CHANGES: readonly Limit[] = [{ name: 'change-password', uses: 10, seconds: QUARTER_HOUR }];

// Spec gap: attempts. The code of the first operator must not be found out by trying.
/** Codes tried from one client network. */
export const SETUP_ATTEMPTS: readonly Limit[] = [{ name: 'first-operator', uses: 10, seconds: QUARTER_HOUR }];

// Spec gap: links for forgotten passwords. Each sends a mail to somebody who may not have asked for it.
/** Links asked for from one client network, whether or not there is such an account. */
export const RESETS_ASKED_FROM_HERE: readonly Limit[] = [{ name: 'reset-asked-from-here', uses: 20, seconds: HOUR }];
/** Links asked for one account from one client network. More are not sent, and the caller is not told. */
export const RESETS_OF_ONE_FROM_HERE: readonly Limit[] = [{ name: 'reset-of-one-from-here', uses: 3, seconds: HOUR }];
/**
 * Links asked for one account from all networks together. A network from which the account has logged in before is free
 * of it.
 */
export const RESETS_OF_ONE: readonly Limit[] = [{ name: 'reset-of-one', uses: 5, seconds: HOUR }];
/** Links that one operator has mailed to one account. */
export const RESETS_BY_OPERATORS: readonly Limit[] = [{ name: 'reset-by-operators', uses: 5, seconds: HOUR }];

// Spec gap: invitations. Each sends a mail to an address that somebody has typed.
/** People whom an industry invites. */
export const INVITATIONS: readonly Limit[] = [{ name: 'invitations', uses: 100, seconds: DAY }];

// Spec gap: how much may be written without a token. An entry has 8 KB at most, so a day of strangers fills 8 MB.
/** Log entries from one client network. */
export const LOGS_FROM_HERE: readonly Limit[] = [
  { name: 'log-from-here-hour', uses: 60, seconds: HOUR },
  { name: 'log-from-here-day', uses: 300, seconds: DAY },
];
/** The first logs have room of their own, so that a few networks cannot close the log for all others. */
export const FIRST_LOGS_FROM_HERE: readonly Limit[] = [{ name: 'first-log-from-here-day', uses: 20, seconds: DAY }];
/** Log entries from all networks together, half for first ones; more where a shared secret keeps strangers out. */
export const logsFromAnywhere = (hasSecret: boolean, which: 'first' | 'further'): readonly Limit[] => [
  { name: `${which}-log-from-anywhere-day`, uses: hasSecret ? 10_000 : 500, seconds: DAY },
];
/** Log entries of one operator who shows his token. */
export const LOGS_OF_OPERATOR: readonly Limit[] = [{ name: 'log-of-operator-day', uses: 1000, seconds: DAY }];

// Spec gap: wrong device keys. A device that was not told of a new key tries for ever.
/** Wrong keys from one client network. A right key is accepted all the same. */
export const WRONG_KEYS_FROM_HERE: readonly Limit[] = [
  { name: 'wrong-keys-from-here', uses: 100, seconds: QUARTER_HOUR },
];

// Spec gap: how often strangers ask for resets. The answer tells them nothing, and trying costs them this.
/** Requests for resets from one client network that has not shown who it is. */
export const RESETS_FROM_HERE: readonly Limit[] = [{ name: 'unit-resets-from-here', uses: 60, seconds: HOUR }];

// Spec gap: how often strangers ask for batches, each of which is minutes of work at worst.
/** Batches that one client network asks for which has not shown who it is. */
export const BATCHES_FROM_HERE: readonly Limit[] = [{ name: 'batches-from-here', uses: 60, seconds: HOUR }];

/** Reset messages to one unit. */
export const RESETS_OF_UNIT: readonly Limit[] = [
  { name: 'unit-reset-minute', uses: 1, seconds: MINUTE },
  { name: 'unit-reset-day', uses: 20, seconds: DAY },
];

// Spec gap: mails that people have sent to others. Who gets one may not have asked for it.
/** Links that ask one address outside to confirm that it wants a report, from all industries together. */
export const CONFIRMATIONS_OF_ADDRESS: readonly Limit[] = [{ name: 'confirmation-of-address', uses: 3, seconds: DAY }];
/** Such links of one industry. */
export const CONFIRMATIONS_OF_INDUSTRY: readonly Limit[] = [
  { name: 'confirmation-of-industry', uses: 50, seconds: DAY },
];
/** Reports that one user mails to himself to try a subscription. */
export const TEST_REPORTS: readonly Limit[] = [{ name: 'test-report', uses: 10, seconds: HOUR }];

/** Requests of one client to one surface. */
export const requestLimits = (surface: string, perHour: number, perDay: number): readonly Limit[] => [
  { name: `requests-${surface}-hour`, uses: perHour, seconds: HOUR },
  { name: `requests-${surface}-day`, uses: perDay, seconds: DAY },
];

// Spec gap: pages. A page asks several endpoints at once, and each of its pictures and live figures is a request.
/** Requests of one client network to the pages. A page's own requests to the API for its user are not counted again. */
export const PAGE_REQUESTS: readonly Limit[] = [
  { name: 'requests-pages-minute', uses: 1200, seconds: MINUTE },
  { name: 'requests-pages-hour', uses: 36_000, seconds: HOUR },
];
