import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import type { unitOfIndustry } from '../../industries/http/user/units.ts';
import type { withdrawnObject } from '../../readings/http/schemas/readingEdit.ts';
import { fieldText } from '../handle-form.ts';
import { momentText } from '../dates.ts';
import { spanText } from '../figures.ts';
import { actorName, type Markup, notice, may, type Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill } from '../texts.ts';

export type WithdrawnEstimates = z.infer<typeof withdrawnObject>;
type Unit = Pick<z.infer<typeof unitOfIndustry>, 'unitName' | 'dataUpdateFrequency'>;

/** Estimates of people that were withdrawn and whose gap is open, each with a button for those who may fill it. */
export function withdrawnNotices(
  visit: Visit,
  { unitName, dataUpdateFrequency }: Unit,
  acts: readonly WithdrawnEstimates[],
): Markup {
  const { texts, clock, visitor } = visit;
  const time = (iso: string): string => momentText(iso, clock);
  const halfSlotMs = dataUpdateFrequency * 500;
  const moved = (iso: string, byMs: number): string => new Date(Date.parse(iso) + byMs).toISOString();
  const whys = {
    reading: texts.unit.besideReading,
    edit: texts.unit.besideEdit,
    delete: texts.unit.besideDelete,
    undo: texts.unit.besideUndo,
  };
  return html`<div id="withdrawn" data-live>
    ${acts.map(
      ({ madeBy, withdrawn: { readings, firstOn, lastOn, cause, besideOn } }) =>
        html`<div class="notice high" role="alert">
          ${fill(texts.unit.withdrawn, {
            count: readings,
            unit: unitName,
            user: actorName(texts, madeBy),
            when: spanText(time(firstOn), time(lastOn), texts),
          })}
          ${fill(whys[cause], { time: time(besideOn) })} ${texts.unit.gapIsOpen}
          ${
            may(visitor, 'readings:edit')
              ? html`<form method="post" class="buttons">
                  <input type="hidden" name="from" value="${moved(firstOn, -halfSlotMs)}" />
                  <input type="hidden" name="to" value="${moved(lastOn, halfSlotMs)}" />
                  <button>${texts.unit.layAgain}</button>
                </form>`
              : ''
          }
        </div>`,
    )}
  </div>`;
}

interface Laid {
  readonly readings: number;
  readonly skipped: readonly { readonly why: string }[];
}

/** Lays estimates again, between the readings of now. */
export async function layAgain({ send, texts }: Visit, unitId: string, form: FormData): Promise<Laid> {
  const { data } = await send<{ data: Laid }>('POST', '/api/user/readings/interpolate', {
    unitId,
    from: fieldText(form, 'from'),
    to: fieldText(form, 'to'),
    reason: texts.unit.layAgainReason,
  });
  return data;
}

/** How many were made, as the address says after the form. */
export function laidNotice({ c, texts }: Pick<Visit, 'c' | 'texts'>): Markup | '' {
  const laid = c.req.query('laid') ?? '';
  return /^\d+$/.test(laid) ? notice('stock', fill(texts.unit.laid, { count: laid })) : '';
}

/** Why no estimate was made. */
export function noneLaidNotice(
  { texts: { unit, language } }: Pick<Visit, 'texts'>,
  { skipped }: Pick<Laid, 'skipped'>,
): Markup {
  const why = skipped.map((one) => serviceWords(language, one.why)).join('; ');
  return notice('high', `${unit.noneLaid} ${why === '' ? unit.noGap : `${why}.`}`);
}
