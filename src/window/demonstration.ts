import type { EpochMillis } from '../kernel/time/types.ts';

/** An account that a demonstration offers to all visitors. */
export interface DemoLogin {
  readonly label: string;
  readonly username: string;
  readonly password: string;
}

/** A mail of a demonstration, which leaves the machine for nobody. */
export interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly sentAt: EpochMillis;
  readonly text: string;
  /** Absent: the mail is plain text. */
  readonly html?: string;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Uint8Array;
  }[];
}

/** Accounts and mails of a demonstration. A service that works for somebody has neither. */
export interface Demonstration {
  readonly logins: readonly DemoLogin[];
  /** Mails in the order in which they were sent. */
  readonly mails: () => readonly KeptMail[];
}
