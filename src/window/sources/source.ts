import { html } from 'hono/html';
import { figureText } from '../../kernel/format/figure-text.ts';
import { addressOf } from '../dates.ts';
import { instantMark } from '../operations/section.ts';
import { MISSING_MARK } from '../figures.ts';
import { type Markup, option, scrolledTable, scroller, type Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill } from '../texts.ts';
import type { ListedUnit } from '../units/choose-units.ts';
import { ADD_UNIT_PATH, kindOfDevice } from '../units/add.ts';
import { fieldWithMistakes, mayChangeUnits, type ShownForm, shownText } from '../units/form.ts';
import { type ShownSource, sourceForm, type Tried, triedTable } from './form.ts';

type Device = ShownSource['devices'][number];

const figure = (amount: number | null, decimals = 0): Markup | string =>
  amount === null ? MISSING_MARK : figureText(amount, decimals);

const batteryOf = ({ batteryPercent, batteryVolts }: Device): Markup | string => {
  if (batteryPercent !== null) return `${figureText(batteryPercent, 0)} %`;
  return batteryVolts === null ? MISSING_MARK : `${figureText(batteryVolts, 2)} V`;
};

/** State, time and problem of the newest reset that was sent to a device through its network. */
function downlinkOf(visit: Visit, downlink: Device['downlink']): Markup | '' {
  if (downlink === null) return '';
  const { sources: t } = visit.texts;
  const states = {
    queued: t.downlinkQueued,
    sending: t.downlinkSending,
    sent: t.downlinkSent,
    failed: t.downlinkFailed,
  };
  return html`<br />${t.reset}: <strong>${states[downlink.state]}</strong> ${instantMark(visit, downlink.at)}
    ${downlink.problem === null ? '' : html`<span class="muted">${serviceWords(visit.language, downlink.problem)}</span>`}`;
}

/** Forms that give a device to a unit, or forget it. */
function deviceForms({ texts }: Visit, device: Device, units: readonly ListedUnit[]): Markup {
  const t = texts.sources;
  const choices = units.filter(({ virtual, retiredAt }) => !virtual && retiredAt === null);
  return html`<form method="post" class="inline">
    <input type="hidden" name="deviceId" value="${device.deviceId}" />
    <label
      ><span class="unseen">${fill(t.giveTo, { device: device.deviceId })}</span>
      <select name="unitId" required>
        ${option('', device.unitId ?? '', texts.unitChanges.choose)}
        ${choices.map(({ unitId, unitName }) => option(unitId, device.unitId ?? '', unitName))}
      </select></label
    >
    <button name="act" value="place">${t.give}</button>
    <button name="act" value="forget" formnovalidate>${t.forget}</button>
  </form>`;
}

/** Leads to the form of a new unit, filled in from what the device has sent. */
function newUnitLink({ texts: { sources: t } }: Visit, source: ShownSource, device: Device): Markup {
  const about = { source: source.sourceId, device: device.deviceId };
  return html`<a href="${addressOf(ADD_UNIT_PATH, { kind: kindOfDevice({ source, device }), ...about })}"
    >${t.newUnit}<span class="unseen"> ${device.deviceId}</span></a
  >`;
}

function devicesTable(visit: Visit, source: ShownSource, units: readonly ListedUnit[]): Markup {
  const { texts } = visit;
  const { devices } = source;
  const mayAdd = mayChangeUnits(visit);
  const t = texts.sources;
  if (devices.length === 0) return html`<p>${t.noDevices}</p>`;
  return scrolledTable(
    t.devices,
    [
      t.device,
      texts.sendReadings.unit,
      texts.operations.change,
      t.firstHeard,
      t.lastHeard,
      { figure: t.messages },
      { figure: t.batteryNow },
      { figure: t.signal },
      { figure: t.noise },
    ],
    devices.map(
      (device) =>
        html`<tr>
          <th scope="row"><code>${device.deviceId}</code></th>
          <td>
            ${
              device.unitId === null
                ? html`<strong>${t.waiting}</strong> ${mayAdd ? newUnitLink(visit, source, device) : ''}
                    ${
                      device.example === null
                        ? ''
                        : html`<details>
                            <summary>${t.example}<span class="unseen"> ${device.deviceId}</span></summary>
                            <code>${device.example}</code>
                          </details>`
                    }`
                : html`<a href="${addressOf('/app/unit', { id: device.unitId })}"
                    >${device.unitName ?? device.unitId}</a
                  >`
            }
          </td>
          <td>${deviceForms(visit, device, units)}</td>
          <td>${instantMark(visit, device.firstHeardAt)}</td>
          <td>
            ${instantMark(visit, device.lastHeardAt)}
            ${device.diedAt === null ? '' : html`<strong>${t.died}</strong> ${instantMark(visit, device.diedAt)}`}
            ${downlinkOf(visit, device.downlink)}
          </td>
          <td class="figure">${figureText(device.messages, 0)}</td>
          <td class="figure">${batteryOf(device)}</td>
          <td class="figure">${figure(device.rssi)}</td>
          <td class="figure">${figure(device.snr, 1)}</td>
        </tr>`,
    ),
  );
}

export const problemOf = (visit: Visit, problem: ShownSource['problem']): Markup => {
  if (problem === null) return MISSING_MARK;
  const { sources: t } = visit.texts;
  return html`<span>${serviceWords(visit.language, problem.reason)}</span><br /><span class="muted"
      >${fill(t.times, { count: problem.count })} ${instantMark(visit, problem.at)}</span
    >`;
};

interface ShownParts {
  readonly source: ShownSource;
  readonly tag: string;
  readonly units: readonly ListedUnit[];
  /** Address at which the network sends its messages. */
  readonly address: string;
  /** A message that was tried, and the form for one. */
  readonly sent: string;
  readonly trying: ShownForm;
  readonly tried: readonly Tried[] | null;
}

/** One source: its address and keys, its devices, a message to try, and how messages are read. */
export function sourceView(
  visit: Visit,
  { source, tag, units, address, sent, trying, tried }: ShownParts,
  form: ShownForm,
): Markup {
  const { sources: t } = visit.texts;
  return html`<p><a href="/app/sources">${t.back}</a></p>
    <p>${t.address}: <code>${address}</code><br />${t.overMqtt}</p>
    <form method="post" class="inline">
      <p>
        ${t.keys}:
        ${source.keyIds.length === 0 ? MISSING_MARK : source.keyIds.map((keyId) => html`<code>${keyId}</code> `)}
      </p>
      <button name="act" value="key">${t.addKey}</button>
    </form>
    ${
      source.problem === null
        ? ''
        : html`<div class="notice high">
            <p>${t.problem}: ${problemOf(visit, source.problem)}</p>
            ${
              source.problem.example === null
                ? ''
                : html`<details>
                    <summary>${t.example}</summary>
                    ${scroller(t.example, html`<pre>${source.problem.example}</pre>`)}
                  </details>`
            }
          </div>`
    }
    <h2>${t.devices}</h2>
    ${devicesTable(visit, source, units)}
    <h2>${t.tryIt}</h2>
    <form method="post" class="panel">
      ${fieldWithMistakes(
        trying,
        'sent',
        t.pasted,
        (attributes) =>
          html`<textarea id="sent" name="sent" rows="6" maxlength="65536" required ${attributes}>
${shownText(trying, 'sent', sent)}</textarea>`,
        t.tryMeans,
      )}
      <button name="act" value="try">${t.tryNow}</button>
    </form>
    ${tried === null ? '' : triedTable(visit, tried, units)}
    <h2>${t.change}</h2>
    ${sourceForm(visit, source, tag, form)}
    <details class="panel">
      <summary>${t.remove}</summary>
      <form method="post">
        <input type="hidden" name="tag" value="${tag}" />
        <p>${t.removeMeans}</p>
        <button name="act" value="remove">${t.remove}</button>
      </form>
    </details>`;
}
