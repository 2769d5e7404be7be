import { z } from '@hono/zod-openapi';
import { type Industry, requireUnit, unitAsOf } from '../../../kernel/industry/industry.ts';
import { dividedBy, MILLI } from '../../../kernel/measure/exact.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { PreviewedDay } from '../../preview-change.ts';
import { divisorFor } from '../../rules/device-data/categories.ts';
import { figureToDisplay } from '../../rules/figures/display.ts';

const figure = z
  .union([z.number(), z.record(z.string(), z.number().nullable())])
  .nullable()
  .openapi({
    description: "In the unit's siUnit; of quality units the mean of each parameter; null: no data",
  });
const told = z.object({
  figure,
  unheard: z.number().openapi({ description: 'What passed and is in no hour, in siUnit; 0: nothing' }),
});

/** Days of which a change of readings makes something else be told. */
export const previewedDays = z
  .array(
    z.object({
      unitId: z.string(),
      unitName: z.string(),
      siUnit: z.string(),
      date: z.string().openapi({ description: 'DD/MM/YYYY' }),
      before: told,
      after: told,
    }),
  )
  .openapi({ description: 'Days of which something else would be told, of the unit and of all computed from it' });

export const previewedDaysOf = (
  industry: Pick<Industry, 'units'>,
  days: readonly PreviewedDay[],
): z.infer<typeof previewedDays> =>
  days.map(({ unitId, date, before, after }) => {
    const unit = unitAsOf(requireUnit(industry, unitId), date);
    const divisor = divisorFor(unit, unit, MILLI);
    const shown = ({ figure: value, unheard }: PreviewedDay['before']) => ({
      figure: figureToDisplay(value, divisor),
      unheard: dividedBy(unheard, divisor),
    });
    const { displayName: unitName, siUnit } = unit;
    return { unitId, unitName, siUnit, date: formatRequestDate(date), before: shown(before), after: shown(after) };
  });
