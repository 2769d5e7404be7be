import type { WaterBalance } from '../../../balance/rules/balance.ts';
import { BALANCE_CATEGORIES, unitsOfCategories } from '../category-total.ts';
import { composeDocument } from '../compose-document.ts';
import type { ReportDocument } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { balanceHeadline, balanceOf, balanceMessage, iwaTable, metersTable, partsTable } from '../sections/balance.ts';
import { balanceFlows } from '../sections/balance-flows.ts';
import { balanceAttention, balanceChart, balanceMethod } from '../sections/balance-words.ts';
import { exceptionsOf } from '../sections/exceptions.ts';

/**
 * Report for the person who answers for the site's water, once a month and after each leak: the uses of the water, and
 * the certainty of the balance.
 */
export const waterBalanceReport: ReportBuilder = {
  unitsOf: (industry) => unitsOfCategories(industry, Object.values(BALANCE_CATEGORIES)),
  needs: () => ['balance'],
  build,
};

function build(input: ReportInput): ReportDocument {
  const balance = balanceOf(input);
  const head = { title: 'Water balance', question: 'Where did the water go, and how sure are we?' };
  if (balance === null || balanceIsEmpty(balance))
    return composeDocument(input, {
      ...head,
      headlines: [],
      attention: exceptionsOf(input, []),
      sections: [],
      method: [],
      empty: 'No meter of the balance has sent anything in this period.',
    });
  const { iwa, figures } = balance;
  return composeDocument(input, {
    ...head,
    headlines: [
      balanceHeadline('System input volume', iwa.systemInputVolume),
      balanceHeadline('Authorised consumption', iwa.authorisedConsumption),
      balanceHeadline('Water losses', iwa.waterLosses),
      ...(figures.stockChange.value === null ? [] : [balanceHeadline('Kept in tanks', figures.stockChange)]),
    ],
    attention: exceptionsOf(input, [], balanceAttention(input, balance)),
    sections: [
      ...balanceFlows(balance, balanceMessage(balance)),
      ...(balanceChart(input) ?? []),
      iwaTable(input, balance),
      partsTable(input, 'sources', 'Where it came from', balance),
      partsTable(input, 'uses', 'Where it went', balance),
      metersTable(balance),
    ],
    method: balanceMethod(balance),
  });
}

const balanceIsEmpty = ({ figures }: WaterBalance): boolean =>
  [figures.inflow, figures.outflow, figures.stockChange].every(({ value }) => value === null);
