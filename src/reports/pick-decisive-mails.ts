import type { ReportMail } from './store/report-mails.ts';

/** The mail that says how far a recipient has been reached with what is known of a report. */
type DecisiveMail = Pick<ReportMail, 'mailKey' | 'purpose' | 'recipient' | 'state' | 'problem'>;

const LOST: readonly ReportMail['state'][] = ['failed', 'unconfirmed'];
export const isLost = ({ state }: Pick<ReportMail, 'state'>): boolean => LOST.includes(state);

/**
 * The decisive mail of each recipient: his newest mail of a report. Where he has a note of other figures and not the
 * report, his last report is decisive. By recipient.
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

/** Recipients who do not have what is known of a report, and to whom it is not on its way. */
export const notReached = (mails: readonly DecisiveMail[]): readonly string[] =>
  decisiveMails(mails)
    .filter(isLost)
    .map(({ recipient }) => recipient);

/** The round of a report's mails that comes next. */
export const nextRound = (mails: readonly Pick<ReportMail, 'purpose' | 'round'>[]): number =>
  1 + Math.max(0, ...mails.filter(({ purpose }) => purpose === 'report').map(({ round }) => round));
