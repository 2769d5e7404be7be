import { numberOrNull } from '../../../figures/rules/processors/numbers.ts';
import { boundWords } from '../../../kernel/document/completeness.ts';
import type { Bound } from '../../../kernel/document/types.ts';
import { isMeasured, percentCell, textCell, withoutReason } from '../cells.ts';
import type { Cell, ChartSection, Column, ReportDocument, Row, Section, TableSection } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { changeOf, type MeterGroup, meterGroups, type Together, togetherCell, unitIdsOf } from '../meters.ts';
import { drawnOrSaid, withUnit } from '../sections/bucket-chart.ts';
import { columnOf, hasNegative, notesOf, unitsListedTwice, twiceNote, unitOfAll } from '../sections/meter-table.ts';
import { clampedNote } from '../sections/whole-of-formula.ts';
import { unheardNote } from '../sections/unheard.ts';
import { zoneGroupings } from '../service-units.ts';
import { flowNeeds, flowReport } from './flow-report.ts';
import { type ReportTexts, reportTextsOf } from '../report-texts.ts';

/**
 * Report for the city's water engineer: the share of each zone in the supply, and its unevenness. Zones are the source
 * category's sub-categories, narrowed to those asked for.
 */
export const smartCityReport: ReportBuilder = {
  unitsOf: (industry, { subCategories }) => unitIdsOf(industry, zoneGroupings(industry, subCategories)),
  needs: flowNeeds,
  build: (input): ReportDocument => {
    const t = reportTextsOf(input);
    const groupings = zoneGroupings(input.industry, input.request.subCategories);
    const [zones] = meterGroups(input, groupings);
    const document = flowReport(input, {
      title: t('zonesOfCity'),
      question: t('zonesQuestion'),
      token: 'water',
      groupings,
      totalTitle: t('supply'),
      method: [t('zonesMethod')],
    });
    return zones === undefined
      ? document
      : { ...document, sections: [...zonesChart(input, zones), zonesTable(input, zones), ...document.sections] };
  },
};

/** Amounts of the zones as bars. */
function zonesChart(input: ReportInput, { areas, figures: { siUnit: unit } }: MeterGroup): readonly Section[] {
  const t = reportTextsOf(input);
  const zones = areas.map(({ name, figures: { value, bound } }) => ({ name, value, bound }));
  if (unit === null || zones.filter(({ value }) => value !== null).length < 2) return [];
  const gaps = zones.filter(({ value }) => value === null).length;
  return [
    drawnOrSaid(
      t,
      { noun: t('zone').toLowerCase(), nouns: t('zones').toLowerCase(), gaps },
      {
        kind: 'chart',
        id: 'zones-chart',
        ...zonesWords(t, zones, unit),
        chart: {
          form: 'bar',
          unit,
          x: zones.map(({ name }) => ({ label: name })),
          series: [
            {
              name: t('supply'),
              token: 'water',
              values: zones.map(({ value }) => value),
              estimated: areas.map(({ figures }) => (figures.estimatedShare ?? 0) > 0),
            },
          ],
          limits: [],
          zeroLine: true,
          lacking: zones.flatMap(({ value, bound }, at) => (value !== null && bound !== null ? [at] : [])),
        },
      },
    ),
  ];
}

interface Zone {
  readonly name: string;
  readonly value: number | null;
  readonly bound: Bound | null;
}

/** Message and description of the zones. One measured in part may have taken more, so it is never the least. */
function zonesWords(t: ReportTexts, zones: readonly Zone[], unit: string): Pick<ChartSection, 'title' | 'alternative'> {
  const known = zones.flatMap(({ value, ...zone }) => (value === null ? [] : [{ ...zone, value }]));
  const amountOf = ({ value, bound }: (typeof known)[number]): string =>
    `${boundWords(bound, t.language)}${withUnit(value, unit)}`;
  const ranked = known.toSorted((a, b) => b.value - a.value);
  const [most, least] = [ranked[0], ranked.findLast(({ bound }) => bound === null)];
  if (most === undefined || most.value === ranked.at(-1)?.value) {
    const figure = withUnit(most?.value ?? 0, unit);
    const text = t('tookAlike', { amount: figure });
    const perEach = t('perEach', { title: t('supply'), noun: t('zone').toLowerCase(), figure, count: known.length });
    const isWhole = zones.every(({ value, bound }) => value !== null && bound === null);
    return { title: isWhole ? text : t('asFarAsMeasured', { text }), alternative: perEach };
  }
  const values = { most: amountOf(most), mostName: most.name };
  const isLess = least !== undefined && least.value < most.value;
  const other = isLess ? t('leastOf', { least: amountOf(least), name: least.name }) : '';
  return {
    title: t('tookMost', { name: most.name, amount: values.most }),
    alternative: t('supplyPerZone', { ...values, least: other }),
  };
}

/** A row for each zone, with its share of the supply, and its change where some zone has one. */
function zonesTable(input: ReportInput, zones: MeterGroup): TableSection {
  const t = reportTextsOf(input);
  const whole = zones.figures.value;
  const hasShares = whole !== null && whole > 0 && !hasNegative(zones.meters);
  const twice = unitsListedTwice(zones);
  const added: Column['total'] = twice.length === 0 ? 'sum' : 'none';
  const changeIn = (meters: MeterGroup['meters'], { formerIds }: Pick<Together, 'formerIds'>): Cell =>
    withoutReason(changeOf(input, meters, input.previous, formerIds));
  const isCompared = zones.areas.some(({ meters, figures }) => changeIn(meters, figures).kind === 'change');
  const rowOf = (role: Row['role'], name: string, meters: MeterGroup['meters'], figures: Together): Row => {
    const cell = togetherCell(input, figures, meters);
    const sent = meters.filter(({ shown }) => numberOrNull(shown.value) !== null).length;
    return {
      role,
      severity: null,
      cells: [
        textCell(name),
        { kind: 'count', value: meters.length },
        { kind: 'count', value: sent },
        cell,
        percentCell(isMeasured(cell) && hasShares ? cell.value / whole : null),
        ...(isCompared ? [changeIn(meters, figures)] : []),
        percentCell(figures.coverage),
      ],
    };
  };
  return {
    kind: 'table',
    id: 'zones',
    title: t('zones'),
    columns: [
      columnOf('zone', t('zone'), { kind: 'text' }),
      columnOf('count', t('meters'), { kind: 'count', total: added }),
      columnOf('sent', t('withAFigure'), { kind: 'count', total: added }),
      columnOf('supply', t('supply'), { unit: unitOfAll(zones.meters), total: added }),
      columnOf('share', t('share'), { kind: 'percent', decimals: 1 }),
      ...(isCompared ? [columnOf('change', t('change'), { kind: 'change' })] : []),
      columnOf('measured', t('measured'), { kind: 'percent', decimals: 1 }),
    ],
    rows: [
      ...zones.areas.map(({ name, meters, figures }) => rowOf('row', name, meters, figures)),
      ...(zones.areas.length > 1 ? [rowOf('total', t('total'), zones.meters, zones.figures)] : []),
    ],
    note: notesOf([twiceNote(t, twice), clampedNote(input, zones.meters), unheardNote(input, zones.meters)]),
  };
}
