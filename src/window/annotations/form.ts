import { html } from 'hono/html';
import { MINUTE_MS } from '../../kernel/time/durations.ts';
import { MOST_CHARACTERS } from '../../annotations/rules/annotation.ts';
import { addressOf, fieldTime } from '../dates.ts';
import { type Markup, option } from '../page.ts';
import { fill } from '../texts.ts';
import { fieldWithMistakes, type ShownForm, shownInstant, shownText, UNTOUCHED } from '../units/form.ts';
import type { NamedUnit } from '../units/choose-units.ts';
import type { Visit } from '../visit.ts';
import { ANNOTATION_PATH, mayAnnotate, type ShownAnnotation } from './list.ts';

interface Annotated {
  /** The stored annotation with the ETag of its version; null: a new one. */
  readonly stored: { readonly annotation: ShownAnnotation; readonly tag: string } | null;
  /** The unit that it may be about; null: the whole site alone. */
  readonly unit: NamedUnit | null;
  /** The address to which the form leads. */
  readonly back: string;
}

/** Form of an annotation, new or stored. */
export function annotationForm(visit: Visit, { stored, unit, back }: Annotated, form: ShownForm = UNTOUCHED): Markup {
  const { texts, clock, nowMs } = visit;
  const t = texts.annotations;
  const [annotation, tag] = [stored?.annotation ?? null, stored?.tag ?? ''];
  const instantOf = (iso: string | null | undefined): number | null =>
    iso === null || iso === undefined ? null : Date.parse(iso);
  const time = (name: 'from' | 'to', instantMs: number | null, hint: string): Markup =>
    fieldWithMistakes(
      form,
      name,
      t[name],
      (attributes) =>
        html`${shownInstant(form, `${name}Shown`, instantMs)}<input
            id="${name}"
            name="${name}"
            type="datetime-local"
            step="1"
            value="${shownText(form, name, instantMs === null ? '' : fieldTime(instantMs, clock))}"
            ${name === 'from' ? 'required' : ''}
            ${attributes}
          />`,
      hint,
    );
  const about = shownText(form, 'unitId', annotation === null ? (unit?.unitId ?? '') : (annotation.unitId ?? ''));
  return html`<form
    method="post"
    class="panel"
    action="${addressOf(ANNOTATION_PATH, { id: annotation?.annotationId ?? null, unit: unit?.unitId ?? null, back })}"
  >
    <input type="hidden" name="tag" value="${tag}" />
    ${fieldWithMistakes(
      form,
      'unitId',
      t.about,
      (attributes) =>
        html`<select id="unitId" name="unitId" ${attributes}>
          ${unit === null ? '' : option(unit.unitId, about, unit.unitName)} ${option('', about, t.wholeSite)}
        </select>`,
    )}
    ${time('from', annotation === null ? nowMs - (nowMs % MINUTE_MS) : instantOf(annotation.from), fill(t.fromMeans, { zone: clock.timezone }))}
    ${time('to', instantOf(annotation?.to), t.toMeans)}
    ${fieldWithMistakes(
      form,
      'text',
      t.text,
      (attributes) =>
        html`<textarea id="text" name="text" rows="3" maxlength="${MOST_CHARACTERS}" required ${attributes}>
${shownText(form, 'text', annotation?.text ?? '')}</textarea>`,
      fill(t.textMeans, { count: MOST_CHARACTERS }),
    )}
    <button name="act" value="save">${t.save}</button>
  </form>`;
}

/** A form for a new annotation that opens on a page; nothing for people whom the API would refuse. */
export const newAnnotation = (visit: Visit, unit: Annotated['unit'], back: string): Markup | '' =>
  mayAnnotate(visit)
    ? html`<details>
        <summary>${visit.texts.annotations.add}</summary>
        ${annotationForm(visit, { stored: null, unit, back })}
      </details>`
    : '';
