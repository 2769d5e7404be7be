import { html } from 'hono/html';
import { type Markup, option, type Visit } from '../page.ts';
import { fieldWithMistakes, selectInput, type ShownForm, textInput } from '../units/form.ts';
import { valueAt } from '../units/unit-fields.ts';
import { OFFERED_VOLUMES, volumeOf } from './draft.ts';
import type { Typed } from './state.ts';

/** Zones whose cities have other names by now than Node lists. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
};

const ZONES = Object.entries(
  Object.groupBy(
    Intl.supportedValuesOf('timeZone')
      .map((zone) => RENAMED[zone] ?? zone)
      .toSorted(),
    (zone) => zone.split('/')[0] ?? '',
  ),
);

/** All zones by their continents. One that is not listed stands before them. */
const zoneOptions = (chosen: string): Markup =>
  html`${['UTC', ...(ZONES.some(([, zones]) => zones?.includes(chosen)) || chosen === 'UTC' ? [] : [chosen])].map(
    (zone) => option(zone, chosen, zone),
  )}
  ${ZONES.map(
    ([area, zones = []]) =>
      html`<optgroup label="${area}">
        ${zones.map((zone) => option(zone, chosen, zone.replaceAll('_', ' ')))}
      </optgroup>`,
  )}`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The industry itself: its name, its key, its clock and the measure of its water. */
export function industryForm({ texts }: Visit, { draft }: Typed, form: ShownForm): Markup {
  const t = texts.newIndustry;
  const { industry } = draft;
  const zone = textOf(valueAt(industry, 'meta.timezone'));
  const startAt = textOf(valueAt(industry, 'meta.shift.startAt')).replace(/^(\d\d:\d\d):00$/, '$1');
  return html`<div class="panel">
    ${textInput(form, 'industry.industryName', t.name, {
      stored: industry.industryName,
      hint: t.nameMeans,
      more: html`maxlength="200"`,
    })}
    ${textInput(form, 'industry.industryId', t.key, {
      stored: industry.industryId,
      hint: t.keyMeans,
      more: html`maxlength="64" autocapitalize="characters" spellcheck="false" data-key-of="industry.industryName"`,
    })}
    ${textInput(form, 'industry.place', t.place, {
      stored: textOf(industry['place']),
      hint: t.placeMeans,
      more: html`maxlength="200"`,
    })}
    ${fieldWithMistakes(
      form,
      'industry.meta.timezone',
      t.zone,
      (attributes) =>
        html`<select id="industry.meta.timezone" name="industry.meta.timezone" ${attributes}>
          ${zoneOptions(zone)}
        </select>`,
      t.zoneMeans,
    )}
    ${textInput(form, 'industry.meta.shift.startAt', t.startAt, {
      stored: startAt,
      hint: t.startAtMeans,
      more: html`type="time"`,
    })}
    ${selectInput(form, 'volume', t.volume, {
      options: OFFERED_VOLUMES.map((one) => [one, one]),
      stored: volumeOf(draft),
      hint: t.volumeMeans,
    })}
  </div>`;
}
