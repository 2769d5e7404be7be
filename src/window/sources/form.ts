import { html } from 'hono/html';
import type { z } from '@hono/zod-openapi';
import type { sourceWithDevices, triedObject } from '../../readings/http/schemas/source.ts';
import { MEASURES } from '../../readings/rules/measures.ts';
import { TIME_FORMS } from '../../readings/rules/sources/message-time.ts';
import { MOST_FIELDS, SOURCE_FORMATS } from '../../readings/rules/sources/source.ts';
import { exactText, MISSING_MARK } from '../figures.ts';
import { fieldText, typedFigure } from '../handle-form.ts';
import { type Markup, scrolledTable, type Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill } from '../texts.ts';
import { fieldWithMistakes, selectInput, type ShownForm, shownText, textInput } from '../units/form.ts';
import { isObject } from '../../kernel/json.ts';
import { divisorOfReadings, measureOfReadings } from '../../kernel/measure/reading-scale.ts';
import type { UnitGroup } from '../../kernel/measure/unit.ts';
import { instantMark } from '../operations/section.ts';
import type { ListedUnit } from '../units/choose-units.ts';

export type Tried = z.infer<typeof triedObject>;

/** A figure of a reading with its measure, or with that of which it counts thousandths. */
function figureOfReading(figure: unknown, group: UnitGroup, siUnit: string): string {
  const text = typeof figure === 'number' ? exactText(figure) : JSON.stringify(figure);
  const [measure, divisor] = [measureOfReadings({ group, siUnit }), divisorOfReadings(group)];
  return measure === '' || divisor === 1 ? `${text} ${measure}`.trim() : `${text} (${measure} / ${divisor})`;
}

/** Figures of a reading and of its parameters, by their names. A unit that is still to be made is taken for a meter. */
function figuresOfReading({ reading, siUnit }: Tried, unit: ListedUnit | undefined): string {
  const { value, summedValue, paramValue } = reading ?? {};
  const amounts = Object.entries({ value, summedValue })
    .filter(([, figure]) => figure !== undefined)
    .map(([name, figure]) => `${name} ${figureOfReading(figure, unit?.kind ?? 'FLOW', siUnit ?? '')}`);
  const parameters = Object.entries(isObject(paramValue) ? paramValue : {}).map(
    ([name, figure]) => `${name} ${figureOfReading(figure, 'QUALITY', unit?.params[name]?.siUnit ?? '')}`,
  );
  return [...amounts, ...parameters].join(', ');
}

/** The verdict on each message that was tried, with the reading that it would become. */
export function triedTable(visit: Visit, tried: readonly Tried[], units: readonly ListedUnit[]): Markup {
  const { texts } = visit;
  const t = texts.sources;
  return scrolledTable(
    t.verdict,
    [t.verdict, t.device, texts.sendReadings.unit, t.at, t.figures],
    tried.map((one) => {
      const { verdict, reason, deviceId, unitId, reading } = one;
      const at = reading?.['createdOn'];
      const unit = units.find((known) => known.unitId === unitId);
      return html`<tr>
        <th scope="row">
          ${verdict === 'waiting' ? t.isWaiting : t[verdict]}${reason === null ? '' : html`<br /><span class="muted">${serviceWords(visit.language, reason)}</span>`}
        </th>
        <td>${deviceId === null ? MISSING_MARK : html`<code>${deviceId}</code>`}</td>
        <td>${unitId ?? MISSING_MARK}</td>
        <td>${instantMark(visit, typeof at === 'string' ? at : null)}</td>
        <td>${reading === null ? MISSING_MARK : figuresOfReading(one, unit)}</td>
      </tr>`;
    }),
    html`id="tried"`,
  );
}

export type ShownSource = z.infer<typeof sourceWithDevices>;

export const FORMAT_NAMES = {
  chirpstack: 'ChirpStack v4',
  'things-stack': 'The Things Stack v3',
  sparkplug: 'Sparkplug B',
} as const;
const TARGETS = ['summedValue', 'value', 'parameter'] as const;
const BATTERY_UNITS = ['%', 'V', 'mV'] as const;

const same = (values: readonly string[]): (readonly [string, string])[] => values.map((value) => [value, value]);

/** One figure of a message. An empty place leaves it out. */
function figure({ texts: { sources: t } }: Visit, form: ShownForm, index: number, source: ShownSource | null): Markup {
  const stored = source?.fields[index];
  const at = (name: string): string => `fields[${index}].${name}`;
  return html`<fieldset>
    <legend>${fill(t.figure, { number: index + 1 })}</legend>
    ${textInput(form, at('place'), t.place, { stored: stored?.place ?? '', hint: t.placeMeans })}
    ${selectInput(form, at('to'), t.to, { options: TARGETS.map((target) => [target, t[target]]), stored: stored?.to ?? 'summedValue' })}
    ${selectInput(form, at('unit'), t.unit, { options: [['', t.own], ...same(MEASURES), ['pulse', t.pulse]], stored: stored?.unit ?? '' })}
    <details ${stored?.pulse === undefined || stored.pulse === null ? '' : 'open'}>
      <summary>${t.weight}, ${t.parameterName}</summary>
      ${textInput(form, at('pulse.weight'), t.weight, { stored: String(stored?.pulse?.weight ?? '') })}
      ${selectInput(form, at('pulse.unit'), t.weightUnit, { options: same(MEASURES), stored: stored?.pulse?.unit ?? 'L' })}
      ${textInput(form, at('parameter'), t.parameterName, { stored: stored?.parameter ?? '' })}
    </details>
  </fieldset>`;
}

/** Values of messages that count, one a line. */
const onlyValues = (label: string, form: ShownForm, source: ShownSource | null): Markup =>
  fieldWithMistakes(
    form,
    'only.values',
    label,
    (attributes) =>
      html`<textarea id="only.values" name="only.values" rows="2" ${attributes}>
${shownText(form, 'only.values', (source?.only?.values ?? []).join('\n'))}</textarea>`,
  );

/** How messages of a source are read; null: a new one. */
export function sourceForm(visit: Visit, source: ShownSource | null, tag: string, form: ShownForm): Markup {
  const { sources: t } = visit.texts;
  const downlink = source?.downlink ?? null;
  const figures = Math.min(MOST_FIELDS, (source?.fields.length ?? 0) + 1);
  return html`<form method="post" class="panel">
    <input type="hidden" name="tag" value="${tag}" />
    ${textInput(form, 'name', t.name, { stored: source?.name ?? '', more: html`maxlength="200" required` })}
    ${selectInput(form, 'format', t.format, { options: SOURCE_FORMATS.map((format) => [format, format === 'json' ? t.json : FORMAT_NAMES[format]]), stored: source?.format ?? 'chirpstack' })}
    ${Array.from({ length: figures }, (_, index) => figure(visit, form, index, source))}
    ${textInput(form, 'deviceId', t.deviceIdPlace, { stored: source?.deviceId ?? '', hint: t.deviceIdMeans })}
    ${textInput(form, 'list', t.listPlace, { stored: source?.list ?? '', hint: t.listMeans })}
    ${textInput(form, 'only.place', t.onlyPlace, { stored: source?.only?.place ?? '', hint: t.onlyMeans })}
    ${onlyValues(t.onlyValues, form, source)}
    ${textInput(form, 'time.place', t.timePlace, { stored: source?.time?.place ?? '', hint: t.timeMeans })}
    ${selectInput(form, 'time.form', t.timeForm, { options: TIME_FORMS.map((one) => [one, t[one]]), stored: source?.time?.form ?? 'iso' })}
    ${textInput(form, 'time.timezone', t.zone, { stored: source === null ? visit.clock.timezone : (source.time?.timezone ?? '') })}
    ${textInput(form, 'battery.place', t.battery, { stored: source?.battery?.place ?? '', hint: t.batteryMeans })}
    ${selectInput(form, 'battery.unit', t.batteryUnit, { options: same(BATTERY_UNITS), stored: source?.battery?.unit ?? '%' })}
    <fieldset>
      <legend>${t.downlink}</legend>
      ${textInput(form, 'downlink.payload', t.downlinkPayload, { stored: downlink?.payload ?? '', hint: t.downlinkMeans })}
      ${textInput(form, 'downlink.port', t.downlinkPort, { stored: String(downlink?.port ?? ''), more: html`inputmode="numeric"` })}
      ${selectInput(form, 'downlink.confirmed', t.downlinkConfirmed, {
        options: [
          ['', t.confirmedNot],
          ['true', t.confirmedByDevice],
        ],
        stored: downlink?.confirmed === true ? 'true' : '',
      })}
    </fieldset>
    <button name="act" value="save">${t.save}</button>
  </form>`;
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

const orNull = (text: string): string | null => (text === '' ? null : text);

/** The body of a source as it was typed; what the form does not show stays as it is stored. */
export function typedSource(
  { texts }: Visit,
  form: FormData,
  source: ShownSource | null,
): Readonly<Record<string, unknown>> {
  const text = (name: string): string => fieldText(form, name);
  const indices = Array.from({ length: MOST_FIELDS }, (_, index) => index);
  const fields = indices
    .filter((index) => text(`fields[${index}].place`) !== '')
    .map((index) => {
      const at = (name: string): string => text(`fields[${index}].${name}`);
      const weight = `fields[${index}].pulse.weight`;
      const stored = source?.fields[index]?.pulse?.weight;
      const isPulse = at('unit') === 'pulse';
      return {
        place: at('place'),
        to: at('to'),
        parameter: orNull(at('parameter')),
        unit: orNull(at('unit')),
        pulse: isPulse
          ? { weight: typedFigure(form, weight, { divisor: 1, texts, stored }), unit: at('pulse.unit') }
          : null,
      };
    });
  const [onlyPlace, timePlace] = [text('only.place'), text('time.place')];
  const batteryPlace = text('battery.place');
  const payload = text('downlink.payload');
  return {
    name: text('name'),
    format: text('format'),
    deviceId: orNull(text('deviceId')),
    list: orNull(text('list')),
    time:
      timePlace === '' ? null : { place: timePlace, form: text('time.form'), timezone: orNull(text('time.timezone')) },
    fields,
    battery: batteryPlace === '' ? null : { place: batteryPlace, unit: text('battery.unit') },
    only: onlyPlace === '' ? null : { place: onlyPlace, values: linesOf(text('only.values')) },
    rssi: source?.rssi ?? null,
    snr: source?.snr ?? null,
    downlink:
      payload === ''
        ? null
        : { payload, port: Number(text('downlink.port')), confirmed: text('downlink.confirmed') === 'true' },
    devices: (source?.devices ?? []).flatMap(({ deviceId, unitId }) => (unitId === null ? [] : [{ deviceId, unitId }])),
  };
}
