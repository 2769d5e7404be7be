import { csvLine } from '../../domain/look/csv-line.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { USUAL_CSV } from '../../domain/look/csv-style.ts';
import { dateText } from '../../domain/look/date-text.ts';
import { curveSvg } from '../../writers/curve-svg.ts';
import type { Survey } from '../../store/surveys.ts';

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
