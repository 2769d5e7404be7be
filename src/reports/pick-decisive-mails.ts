import type { ReportMail } from './store/report-mails.ts';

/** Fields of the mail that decides how far a recipient has been reached. */
type DecisiveMail = Pick<ReportMail, 'mailKey' | 'purpose' | 'recipient' | 'state' | 'problem'>;

const LOST: readonly ReportMail['state'][] = ['failed', 'unconfirmed'];
export const isLost = ({ state }: Pick<ReportMail, 'state'>): boolean => LOST.includes(state);

/**
 * The decisive mail of each recipient: the newest mail with a report. A recipient who has the note of a restatement but
 * not its report is decided by his last report.
 */
export function decisiveMails<Mail extends DecisiveMail>(mails: readonly Mail[]): readonly Mail[] {
  const ordered = mails.toSorted((one, other) => one.mailKey - other.mailKey);
  return [...Map.groupBy(ordered, ({ recipient }) => recipient)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, own]) => {
      const reports = own.filter(({ purpose }) => purpose === 'report');
      return (reports.some((mail) => !isLost(mail)) ? own.at(-1) : reports.at(-1)) ?? [];
    });
}

/** Recipients without the present report, to whom no mail is on its way. */
export const notReached = (mails: readonly DecisiveMail[]): readonly string[] =>
  decisiveMails(mails)
    .filter(isLost)
    .map(({ recipient }) => recipient);

/** Number of the next round of a report's mails. */
export const nextRound = (mails: readonly Pick<ReportMail, 'purpose' | 'round'>[]): number =>
  1 + Math.max(0, ...mails.filter(({ purpose }) => purpose === 'report').map(({ round }) => round));
