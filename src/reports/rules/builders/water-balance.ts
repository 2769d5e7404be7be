import type { WaterBalance } from '../../../balance/rules/balance.ts';
import { BALANCE_CATEGORY_KEYS } from '../../../balance/rules/placement.ts';
import { unitsOfCategories } from '../category-total.ts';
import { composeDocument } from '../compose-document.ts';
import type { ReportDocument, FlowsSection, Row, TableSection } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import {
  balanceHeadline,
  balanceMessage,
  balanceOf,
  bandCell,
  iwaTable,
  metersTable,
  partsTable,
  volumeColumn,
} from '../sections/balance.ts';
import { balanceAttention, balanceChart, balanceMethod } from '../sections/balance-words.ts';
import { exceptionsOf } from '../sections/exceptions.ts';
import { reportTextsOf, type ReportTexts } from '../report-texts.ts';
import {
  type FlowPart,
  flowSides,
  flowsSentence,
  flowWriter,
  hasFlows,
  partSize,
} from '../../../balance/rules/flow-sides.ts';
import { boundOfSize } from '../../../kernel/document/completeness.ts';
import { percentCell, quantityCell, textCell } from '../cells.ts';
import { columnOf } from '../sections/meter-table.ts';

/**
 * Report for the person who answers for the site's water, once a month and after each leak: the uses of the water, and
 * the certainty of the balance.
 */
export const waterBalanceReport: ReportBuilder = {
  unitsOf: (industry) => unitsOfCategories(industry, Object.values(BALANCE_CATEGORY_KEYS)),
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
      // The chart of days fits below what needs attention. The flows take most of a page.
      ...(balanceChart(input) ?? []),
      ...balanceFlows(t, balance, balanceMessage(t, balance)),
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

/** The balance as flows. Empty where nothing can be drawn. */
function balanceFlows(t: ReportTexts, balance: WaterBalance, title: string): readonly FlowsSection[] {
  const { figures, sources, uses, iwa } = balance;
  const drawn = { figures, sources, uses, iwa };
  if (!hasFlows(drawn)) return [];
  return [
    {
      kind: 'flows',
      id: 'flows-picture',
      title,
      balance: drawn,
      alternative: flowsSentence(drawn, flowWriter(drawn), t.language),
      table: flowsTable(t, balance),
    },
  ];
}

/** A row for each flow: its source, its target and its amount. */
function flowsTable(t: ReportTexts, balance: WaterBalance): TableSection {
  const { left, right } = flowSides(balance, Infinity, t.language);
  const whole = t('system');
  const total = Math.max(...[left, right].map((parts) => parts.reduce((sum, part) => sum + partSize(part), 0)));
  const row = (part: FlowPart, from: string, to: string): Row => {
    const { value, siUnit, coverage } = part.figure;
    const size = value === null ? null : Math.abs(value);
    const bound = boundOfSize(value ?? 0, part.figure.bound);
    return {
      role: 'row',
      severity: null,
      cells: [
        textCell(from),
        textCell(to),
        quantityCell({ value: size, unit: siUnit ?? '', basis: part.figure, bound, why: 'not measured' }),
        bandCell(part.figure, 'plusMinus'),
        percentCell(size === null || total === 0 ? null : size / total),
        percentCell(coverage),
      ],
    };
  };
  const unit = balance.figures.inflow.siUnit ?? balance.figures.outflow.siUnit;
  return {
    kind: 'table',
    id: 'flows',
    title: t('flows'),
    columns: [
      columnOf('from', t('from'), { kind: 'text' }),
      columnOf('to', t('to'), { kind: 'text' }),
      volumeColumn(t, balance, unit),
      columnOf('plusMinus', '±', { unit }),
      columnOf('share', t('ofAll'), { kind: 'percent', decimals: 1 }),
      columnOf('coverage', t('measured'), { kind: 'percent', decimals: 1 }),
    ],
    rows: [...left.map((part) => row(part, part.name, whole)), ...right.map((part) => row(part, whole, part.name))],
    note: t('systemNote', { whole }),
  };
}
