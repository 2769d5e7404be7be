import { csvLine } from '../../kernel/format/csv-line.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { USUAL_CSV } from '../../kernel/format/csv-style.ts';
import { dateText } from '../../kernel/format/date-text.ts';
import { curveSvg } from '../curve-svg.ts';
import type { Survey } from '../store/surveys.ts';

/** A curve as lines for programs. */
export const curveCsv = ({ curve }: Survey): string =>
  csvLine(['elevationMetres', 'areaSquareMetres', 'volumeCubicMetres'], USUAL_CSV)
  + curve.map((row) => csvLine([row.elevationMetres, row.areaSquareMetres, row.volumeCubicMetres], USUAL_CSV)).join('');

/** A curve as a picture. */
export const curvePicture = (
  { industryName, units }: Pick<Industry, 'industryName' | 'units'>,
  unitId: string,
  { curve, date }: Survey,
): string =>
  curveSvg(curve, {
    industryName,
    title: `${units.get(unitId)?.current.displayName ?? unitId}: volume and area by level`,
    dateLine: `Survey of ${dateText(date)}`,
    theme: 'auto',
  });
