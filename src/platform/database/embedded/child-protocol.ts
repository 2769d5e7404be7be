/** Messages between the service and its database process. */

/** Level of a report between the database process and the service that watches it. */
export type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void;

/** The one superuser and the one database of the embedded engine. */
export const OWNER_ROLE = 'postgres';
export const DATABASE_NAME = 'postgres';

export type ToChild = { readonly kind: 'stop' };

export type FromChild =
  | { readonly kind: 'ready'; readonly socketDir: string }
  | { readonly kind: 'locked' }
  /** A login was cut off. */
  | {
      readonly kind: 'offence';
      readonly role: string;
      readonly statement: string;
      readonly why: string;
      readonly refusedMilliseconds: number;
    }
  | {
      readonly kind: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly fields: Record<string, unknown>;
    };

/** Exit codes of the database process. One that was asked to stop ends by SIGKILL. */
export const EXIT_CODE = { broken: 70, brokenByLogin: 71, locked: 75 } as const;

/** Signal with which the database process ends itself when a login's statement exceeds its time. */
export const TIME_LIMIT_SIGNAL: NodeJS.Signals = 'SIGUSR2';
