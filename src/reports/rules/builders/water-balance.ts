import type { WaterBalance } from '../../../balance/rules/balance.ts';
import { BALANCE_CATEGORIES, unitsOfCategories } from '../category-total.ts';
import { composeDocument } from '../compose-document.ts';
import type { ReportDocument } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { balanceHeadline, balanceOf, balanceMessage, iwaTable, metersTable, partsTable } from '../sections/balance.ts';
import { balanceFlows } from '../sections/balance-flows.ts';
import { balanceAttention, balanceChart, balanceMethod } from '../sections/balance-words.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { reportTextsOf } from '../report-texts.ts';

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
  const t = reportTextsOf(input);
  const balance = balanceOf(input);
  const head = { title: t('waterBalance'), question: t('balanceQuestion') };
  if (balance === null || balanceIsEmpty(balance))
    return composeDocument(input, {
      ...head,
      headlines: [],
      attention: exceptionsOf(input, []),
      sections: [],
      method: [],
      empty: t('noBalanceMeter'),
    });
  const { iwa, figures } = balance;
  return composeDocument(input, {
    ...head,
    headlines: [
      balanceHeadline(t, t('systemInput'), iwa.systemInputVolume),
      balanceHeadline(t, t('authorised'), iwa.authorisedConsumption),
      balanceHeadline(t, t('waterLosses'), iwa.waterLosses),
      ...(figures.stockChange.value === null ? [] : [balanceHeadline(t, t('keptInTanksHead'), figures.stockChange)]),
    ],
    attention: exceptionsOf(input, [], balanceAttention(input, balance)),
    sections: [
      ...balanceFlows(t, balance, balanceMessage(t, balance)),
      ...(balanceChart(input) ?? []),
      iwaTable(input, balance),
      partsTable(input, 'sources', t('whereItCameFrom'), balance),
      partsTable(input, 'uses', t('whereItWent'), balance),
      metersTable(t, balance),
    ],
    method: balanceMethod(t, balance),
  });
}

const balanceIsEmpty = ({ figures }: WaterBalance): boolean =>
  [figures.inflow, figures.outflow, figures.stockChange].every(({ value }) => value === null);
