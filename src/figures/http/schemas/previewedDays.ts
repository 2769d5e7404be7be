import { z } from '@hono/zod-openapi';
import type { Figure } from '../../../kernel/document/types.ts';
import type { Industry } from '../../../kernel/industry/industry.ts';
import { dividedBy, MILLI } from '../../../kernel/measure/exact.ts';
import { formatRequestDate } from '../../../kernel/time/business-date.ts';
import type { PreviewedDay } from '../../preview-change.ts';

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

const shownFigure = (value: Figure): z.infer<typeof figure> =>
  typeof value === 'number' ? dividedBy(value, MILLI) : value === null ? null : { ...value };
const shown = (day: { readonly figure: Figure; readonly unheard: number }): z.infer<typeof told> => ({
  figure: shownFigure(day.figure),
  unheard: dividedBy(day.unheard, MILLI),
});

export const previewedDaysOf = (
  { units }: Pick<Industry, 'units'>,
  days: readonly PreviewedDay[],
): z.infer<typeof previewedDays> =>
  days.map(({ unitId, date, before, after }) => {
    const { displayName = unitId, siUnit = '' } = units.get(unitId)?.current ?? {};
    return {
      unitId,
      unitName: displayName,
      siUnit,
      date: formatRequestDate(date),
      before: shown(before),
      after: shown(after),
    };
  });
