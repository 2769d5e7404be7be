import { numberOrNull } from '../../../figures/rules/processors/numbers.ts';
import { isMeasured, percentCell, textCell } from '../cells.ts';
import type { Column, ReportDocument, Row, Section } from '../document.ts';
import type { ReportBuilder, ReportInput } from '../input.ts';
import { changeOf, type MeterGroup, meterGroups, togetherCell, unitIdsOf } from '../meters.ts';
import { withUnit } from '../sections/bucket-chart.ts';
import { columnOf, hasNegative, notesOf, unitsListedTwice, twiceNote, unitOfAll } from '../sections/meter-table.ts';
import { unheardNote } from '../sections/unheard.ts';
import { zoneGroupings } from '../service-units.ts';
import { flowNeeds, flowReport } from './flow-report.ts';
import { reportTextsOf } from '../report-texts.ts';

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
      : { ...document, sections: [...zoneSections(input, zones), ...document.sections] };
  },
};

function zoneSections(input: ReportInput, zones: MeterGroup): readonly Section[] {
  const t = reportTextsOf(input);
  const unit = zones.figures.siUnit ?? '';
  const supplied = zones.areas.map(({ name, figures }) => ({ name, value: figures.value }));
  const known = supplied.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));
  const [most] = known.toSorted((a, b) => b.value - a.value);
  const least = known.toSorted((a, b) => a.value - b.value)[0];
  const chart: Section[] =
    most === undefined || least === undefined || known.length < 2 || zones.figures.siUnit === null
      ? []
      : [
          {
            kind: 'chart',
            id: 'zones-chart',
            title: t('tookMost', { name: most.name, amount: withUnit(most.value, unit) }),
            chart: {
              form: 'bar',
              unit,
              x: supplied.map(({ name }) => ({ label: name })),
              series: [
                {
                  name: t('supply'),
                  token: 'water',
                  values: supplied.map(({ value }) => value),
                  estimated: zones.areas.map(({ figures }) => (figures.estimatedShare ?? 0) > 0),
                },
              ],
              limits: [],
              zeroLine: true,
            },
            alternative: t('supplyPerZone', {
              most: withUnit(most.value, unit),
              mostName: most.name,
              least: withUnit(least.value, unit),
              leastName: least.name,
            }),
          },
        ];
  const whole = zones.figures.value;
  const hasShares = whole !== null && whole > 0 && !hasNegative(zones.meters);
  const twice = unitsListedTwice(zones);
  const added: Column['total'] = twice.length === 0 ? 'sum' : 'none';
  const rowOf = (
    role: Row['role'],
    name: string,
    meters: MeterGroup['meters'],
    figures: MeterGroup['figures'],
  ): Row => {
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
        changeOf(input, meters, input.previous),
        percentCell(figures.coverage),
      ],
    };
  };
  return [
    ...chart,
    {
      kind: 'table',
      id: 'zones',
      title: t('zones'),
      columns: [
        columnOf('zone', t('zone'), { kind: 'text' }),
        columnOf('count', t('meters'), { kind: 'count', total: added }),
        columnOf('sent', t('withAFigure'), { kind: 'count', total: added }),
        columnOf('supply', t('supply'), { unit: unitOfAll(zones.meters), total: added }),
        columnOf('share', t('share'), { kind: 'percent', decimals: 1 }),
        columnOf('change', t('change'), { kind: 'change' }),
        columnOf('measured', t('measured'), { kind: 'percent', decimals: 1 }),
      ],
      rows: [
        ...zones.areas.map(({ name, meters, figures }) => rowOf('row', name, meters, { ...zones.figures, ...figures })),
        ...(zones.areas.length > 1 ? [rowOf('total', t('total'), zones.meters, zones.figures)] : []),
      ],
      note: notesOf([twiceNote(t, twice), unheardNote(input, zones.meters)]),
    },
  ];
}
