import { composeDocument, methodOf } from '../compose-document.ts';
import type { ReportDocument } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { amountsChart } from '../sections/bucket-chart.ts';
import { groupBucketTable, matrixTables } from '../sections/bucket-tables.ts';
import { balanceOf, iwaTable } from '../sections/balance.ts';
import { balanceMethod } from '../sections/balance-words.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { measuredHeadline, totalHeadline } from '../sections/headlines.ts';
import { incidentsTable, openAttention } from '../sections/incidents.ts';
import { siteGroups, siteTables, unitsOfSite } from '../sections/site-groups.ts';
import { reportTextsOf } from '../report-texts.ts';

/**
 * Report for the plant manager, who files it at the end of the month: the count of every meter of the site, beside the
 * month before and the same month a year ago.
 */
export const consolidatedReport: ReportBuilder = {
  unitsOf: unitsOfSite,
  needs: () => ['previous', 'lastYear', 'registerEvents', 'balance', 'incidents'],
  build,
};

const MOST_HEADLINES = 4;

function build(input: ReportInput): ReportDocument {
  const t = reportTextsOf(input);
  const groups = siteGroups(input);
  const amounts = siteGroups(input, ['water', 'energy']).filter(({ hasTotal }) => hasTotal);
  const totals = groups.filter(({ hasTotal, figures }) => hasTotal && figures.value !== null);
  const [main] = amounts;
  const incidents = input.incidents ?? [];
  const balance = balanceOf(input);
  return composeDocument(input, {
    title: t('allMeters'),
    question: t('allMetersQuestion'),
    headlines: [
      ...totals.slice(0, MOST_HEADLINES).map((group) => totalHeadline(input, group)),
      measuredHeadline(t, groups),
    ],
    attention: exceptionsOf(input, groups, openAttention(input, incidents)),
    sections: [
      ...(main === undefined ? [] : amountsChart(input, main, 'water')),
      ...siteTables(input),
      ...(balance === null || balance.iwa.systemInputVolume.value === null ? [] : [iwaTable(input, balance)]),
      ...(incidents.length === 0 ? [] : [incidentsTable(input, incidents, t('incidentsWorst'))]),
      ...(input.request.layout === 'v2'
        ? amounts.flatMap((group) => matrixTables(input, group))
        : groupBucketTable(input, amounts)),
    ],
    method: methodOf(input, [t('eachTable'), ...(balance === null ? [] : balanceMethod(t, balance))]),
  });
}
