import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import type { annotationObject } from '../../annotations/http/schemas/annotation.ts';
import { MOST_LISTED } from '../../annotations/rules/annotation.ts';
import { addressOf, momentText } from '../dates.ts';
import { spanText } from '../figures.ts';
import { type Markup, actorName, may, type Visit } from '../page.ts';
import { fill } from '../texts.ts';

export type ShownAnnotation = z.infer<typeof annotationObject>;

/** Annotations of GET /api/user/annotations, in the order of time. */
export interface ShownAnnotations {
  readonly annotations: readonly ShownAnnotation[];
  readonly isComplete: boolean;
}

export const ANNOTATION_PATH = '/app/annotation';

/** Annotations of business days, both included, `DD/MM/YYYY`: of one unit and of the whole site, or of all units. */
export const annotationsOf = async (
  { ask }: Pick<Visit, 'ask'>,
  days: { readonly startDate: string; readonly endDate: string; readonly unitId?: string },
): Promise<ShownAnnotations> => (await ask<{ data: ShownAnnotations }>('/api/user/annotations', days)).data;

/** A section with the annotations of a day; empty where there are none. */
export const notedOfDay = (visit: Visit, shown: ShownAnnotations, back: string): Markup =>
  html`<div id="annotations" data-live>
    ${
      shown.annotations.length === 0
        ? ''
        : html`<section class="panel">
            <h2>${visit.texts.annotations.ofDay}</h2>
            ${annotationList(visit, shown, back)}
          </section>`
    }
  </div>`;

/** Whether the API would let the visitor write annotations. */
export const mayAnnotate = ({ visitor }: Pick<Visit, 'visitor'>): boolean => may(visitor, 'alerts:write');

/** When it was, by the clocks of the industry: a moment, or from when to when. */
export const annotationTime = (
  { from, to }: Pick<ShownAnnotation, 'from' | 'to'>,
  { clock, texts }: Pick<Visit, 'clock' | 'texts'>,
): string => {
  const begin = momentText(from, clock);
  return to === null ? begin : spanText(begin, momentText(to, clock), texts);
};

/**
 * Annotations one below the other, numbered as the marks of the chart.
 * @param back the address to which changing one leads back
 */
export function annotationList(visit: Visit, { annotations, isComplete }: ShownAnnotations, back: string): Markup | '' {
  if (annotations.length === 0) return '';
  const { annotations: t } = visit.texts;
  return html`<ol class="annotations">
      ${annotations.map((annotation) => {
        const { annotationId, unitId, unitName, text, createdBy } = annotation;
        return html`<li>
          <strong>${annotationTime(annotation, visit)}</strong>
          ${
            unitId === null
              ? t.wholeSite
              : html`<a href="${addressOf('/app/unit', { id: unitId })}">${unitName ?? unitId}</a>`
          }:
          <span class="noted">${text}</span>
          <span class="muted">${fill(t.by, { user: actorName(visit.texts, createdBy) })}</span>
          ${
            mayAnnotate(visit)
              ? html`<a href="${addressOf(ANNOTATION_PATH, { id: annotationId, back })}"
                  >${t.change}<span class="unseen"> ${text}</span></a
                >`
              : ''
          }
        </li>`;
      })}
    </ol>
    ${isComplete ? '' : html`<p class="muted">${fill(t.more, { count: MOST_LISTED })}</p>`}`;
}
