import type { DataContext } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { withRetired } from '../kernel/industry/retired.ts';
import { changedPlaces } from './rules/restatement.ts';
import { mailsOfReports } from './store/report-mails.ts';
import { listReports, listRestatements } from './store/sent-reports.ts';
import { decisiveMails } from './pick-decisive-mails.ts';

/** Sent reports of an industry, the newest first, with the mails of every recipient and all restatements. */
export async function reportHistory(
  { database }: Pick<DataContext, 'database'>,
  industry: Industry,
  page: { readonly before: Date; readonly limit: number },
) {
  const { industryKey } = industry;
  const reports = await listReports(database, industryKey, page);
  const keys = reports.map(({ reportKey }) => reportKey);
  const mails = Map.groupBy(await mailsOfReports(database, industryKey, keys), ({ reportKey }) => reportKey);
  const restatements = Map.groupBy(await listRestatements(database, industryKey, keys), ({ reportKey }) => reportKey);
  const mailsOf = ({ reportKey }: (typeof reports)[number]) => mails.get(reportKey) ?? [];
  return reports.map((report) => ({
    ...report,
    mails: mailsOf(report),
    decisiveMails: decisiveMails(mailsOf(report)),
    restatements: (restatements.get(report.reportKey) ?? []).map(({ unitKeys, ...restatement }) => ({
      ...restatement,
      places: changedPlaces(withRetired(industry), unitKeys).map(({ current }) => current),
    })),
  }));
}
