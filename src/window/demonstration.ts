import type { Context } from '../context.ts';
import type { Bound } from '../kernel/document/types.ts';
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

/** Inflow of an industry of a demonstration since its business day began, as its page Today says. */
export interface LiveFigure {
  readonly industryName: string;
  readonly value: number;
  readonly siUnit: string;
  readonly bound: Bound | null;
  /** Share from 0 to 1; null: nothing is known of it. */
  readonly estimatedShare: number | null;
}

/** Accounts and mails of a demonstration. A service that works for somebody has neither. */
export interface Demonstration {
  readonly logins: readonly DemoLogin[];
  /** Mails in the order in which they were sent. */
  readonly mails: () => readonly KeptMail[];
  /** null: nothing has been measured yet. */
  readonly figure: (context: Context) => Promise<LiveFigure | null>;
}
