import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import type { sourceWithDevices } from '../../readings/http/schemas/source.ts';
import { MEASURES } from '../../readings/rules/measures.ts';
import { TIME_FORMS } from '../../readings/rules/sources/message-time.ts';
import { MOST_FIELDS, SOURCE_FORMATS } from '../../readings/rules/sources/source.ts';
import { fieldText } from '../answering.ts';
import type { Markup } from '../page.ts';
import { option } from '../parts.ts';
import { fill } from '../texts.ts';
import { fieldWithMistakes, shownText, type ShownForm, textInput } from '../units/form.ts';
import type { Visit } from '../visit.ts';

export type ShownSource = z.infer<typeof sourceWithDevices>;

export const FORMAT_NAMES = { chirpstack: 'ChirpStack v4', 'things-stack': 'The Things Stack v3' } as const;
const TARGETS = ['summedValue', 'value', 'parameter'] as const;
const BATTERY_UNITS = ['%', 'V', 'mV'] as const;

const select = (
  form: ShownForm,
  path: string,
  label: string,
  stored: string,
  choices: readonly (readonly [value: string, name: string])[],
): Markup =>
  fieldWithMistakes(
    form,
    path,
    label,
    (attributes) =>
      html`<select id="${path}" name="${path}" ${attributes}>
        ${choices.map(([value, name]) => option(value, shownText(form, path, stored), name))}
      </select>`,
  );

const same = (values: readonly string[]): (readonly [string, string])[] => values.map((value) => [value, value]);

/** One figure of a message. An empty place leaves it out. */
function figure({ texts: { sources: t } }: Visit, form: ShownForm, index: number, source: ShownSource | null): Markup {
  const stored = source?.fields[index];
  const at = (name: string): string => `fields[${index}].${name}`;
  return html`<fieldset>
    <legend>${fill(t.figure, { number: index + 1 })}</legend>
    ${textInput(form, at('place'), t.place, { stored: stored?.place ?? '', hint: t.placeMeans })}
    ${select(
      form,
      at('to'),
      t.to,
      stored?.to ?? 'summedValue',
      TARGETS.map((target) => [target, t[target]]),
    )}
    ${select(form, at('unit'), t.unit, stored?.unit ?? '', [['', t.own], ...same(MEASURES), ['pulse', t.pulse]])}
    <details ${stored?.pulse === undefined || stored.pulse === null ? '' : 'open'}>
      <summary>${t.weight}, ${t.parameterName}</summary>
      ${textInput(form, at('pulse.weight'), t.weight, { stored: String(stored?.pulse?.weight ?? '') })}
      ${select(form, at('pulse.unit'), t.weightUnit, stored?.pulse?.unit ?? 'L', same(MEASURES))}
      ${textInput(form, at('parameter'), t.parameterName, { stored: stored?.parameter ?? '' })}
    </details>
  </fieldset>`;
}

/** How messages of a source are read; null: a new one. */
export function sourceForm(visit: Visit, source: ShownSource | null, tag: string, form: ShownForm): Markup {
  const { sources: t } = visit.texts;
  const figures = Math.min(MOST_FIELDS, (source?.fields.length ?? 0) + 1);
  return html`<form method="post" class="panel">
    <input type="hidden" name="tag" value="${tag}" />
    ${textInput(form, 'name', t.name, { stored: source?.name ?? '', more: html`maxlength="200" required` })}
    ${select(
      form,
      'format',
      t.format,
      source?.format ?? 'chirpstack',
      SOURCE_FORMATS.map((format) => [format, format === 'json' ? t.json : FORMAT_NAMES[format]]),
    )}
    ${Array.from({ length: figures }, (_, index) => figure(visit, form, index, source))}
    ${textInput(form, 'deviceId', t.deviceIdPlace, { stored: source?.deviceId ?? '', hint: t.jsonAlone })}
    ${textInput(form, 'time.place', t.timePlace, { stored: source?.time?.place ?? '', hint: t.timeMeans })}
    ${select(
      form,
      'time.form',
      t.timeForm,
      source?.time?.form ?? 'iso',
      TIME_FORMS.map((one) => [one, t[one]]),
    )}
    ${textInput(form, 'time.timezone', t.zone, { stored: source === null ? visit.clock.timezone : (source.time?.timezone ?? '') })}
    ${textInput(form, 'battery.place', t.battery, { stored: source?.battery?.place ?? '', hint: t.batteryMeans })}
    ${select(form, 'battery.unit', t.batteryUnit, source?.battery?.unit ?? '%', same(BATTERY_UNITS))}
    <button name="act" value="save">${t.save}</button>
  </form>`;
}

const orNull = (text: string): string | null => (text === '' ? null : text);

/** The body of a source as it was typed; what the form does not show stays as it is stored. */
export function typedSource(form: FormData, source: ShownSource | null): Readonly<Record<string, unknown>> {
  const text = (name: string): string => fieldText(form, name);
  const indices = Array.from({ length: MOST_FIELDS }, (_, index) => index);
  const fields = indices
    .filter((index) => text(`fields[${index}].place`) !== '')
    .map((index) => {
      const at = (name: string): string => text(`fields[${index}].${name}`);
      const weight = at('pulse.weight');
      const isPulse = at('unit') === 'pulse';
      return {
        place: at('place'),
        to: at('to'),
        parameter: orNull(at('parameter')),
        unit: orNull(at('unit')),
        pulse: isPulse ? { weight: Number(weight.replace(',', '.')), unit: at('pulse.unit') } : null,
      };
    });
  const timePlace = text('time.place');
  const batteryPlace = text('battery.place');
  return {
    name: text('name'),
    format: text('format'),
    deviceId: orNull(text('deviceId')),
    time:
      timePlace === '' ? null : { place: timePlace, form: text('time.form'), timezone: orNull(text('time.timezone')) },
    fields,
    battery: batteryPlace === '' ? null : { place: batteryPlace, unit: text('battery.unit') },
    rssi: source?.rssi ?? null,
    snr: source?.snr ?? null,
    devices: (source?.devices ?? []).flatMap(({ deviceId, unitId }) => (unitId === null ? [] : [{ deviceId, unitId }])),
  };
}
