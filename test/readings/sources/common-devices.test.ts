import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeIso } from '../../../src/kernel/time/iso.ts';
import { sourceBody, wantedSource } from '../../../src/readings/http/schemas/source.ts';
import { MEASURES } from '../../../src/readings/rules/measures.ts';
import { TIME_FORMS } from '../../../src/readings/rules/sources/message-time.ts';
import { readPayload } from '../../../src/readings/rules/sources/read-payload.ts';
import type { SourceMapping } from '../../../src/readings/rules/sources/source.ts';
import { measuredAt, messageFigures } from '../../../src/readings/rules/sources/to-row.ts';
import { MESSAGES } from './device-messages.ts';
import { CHIRPSTACK } from './messages.ts';

/*
 * docs/how-to/send-readings.md, "Places of common devices": each row reads a message as the documentation or the code of
 * that sender shows it.
 */

const page = readFileSync(new URL('../../../docs/how-to/send-readings.md', import.meta.url), 'utf8');
const [, section = ''] = page.split('\n### Places of common devices\n');
const [table = ''] = section.split('\n### ');

const placeIn = (cell = ''): string | undefined => /`([^`]+)`/.exec(cell)?.[1];

/** The mapping of a row, by the beginning of its sender's name. */
function mappingOf(sender: string): SourceMapping {
  const row = table.split('\n').find((line) => line.startsWith(`| ${sender}`));
  const [, , list, device, time = '', register = ''] = (row ?? '').split('|');
  const [listPlace, deviceId = null, timePlace = '', place = ''] = [list, device, time, register].map(placeIn);
  const measure = MEASURES.find((one) => register.trim().endsWith(`, ${one}`));
  const form = TIME_FORMS.find((one) => time.split(/[, ]+/).includes(one));
  if (measure === undefined || form === undefined) throw new Error(`the row of ${sender} cannot be read`);
  return {
    deviceId,
    ...(listPlace === undefined ? {} : { list: listPlace }),
    time: { place: timePlace, form, timezone: time.includes('zone') ? 'Europe/Berlin' : null },
    fields: [{ place, to: 'summedValue', parameter: null, counted: { measure, weight: 1 } }],
    battery: null,
    rssi: null,
    snr: null,
  };
}

/** Device, instant and register of each message that a source makes of a payload, or why there is none. */
function readingsOf(source: Parameters<typeof readPayload>[0], topic: string, sent: object): unknown[] {
  const siUnit = source.mapping.fields[0]?.counted?.measure.endsWith('Wh') === true ? 'kWh' : 'KL';
  const unit = { unitId: 'U', siUnit, group: 'FLOW', capacities: [] } as const;
  return readPayload(source, { topic, payload: Buffer.from(JSON.stringify(sent)) }).map((one) => {
    if (one.kind !== 'heard') return one;
    const measured = measuredAt(one, source.mapping);
    if (typeof measured === 'string') return measured;
    const figures = messageFigures(one.message, source, unit, measured.at);
    return [one.deviceId, writeIso(measured.at), typeof figures === 'string' ? figures : figures.summedValue];
  });
}

describe('the places of common devices', () => {
  it.each(MESSAGES.map((one) => [one[0], one] as const))('read a message of %s', (_, example) => {
    const [sender, topic, sent, ...readings] = example;
    const source = { sourceId: 'none', format: 'json', mapping: mappingOf(sender) } as const;
    expect(readingsOf(source, topic, sent)).toEqual(readings);
  });

  it('are those of the page, each with a message', () => {
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1);
    expect(rows.map((line) => MESSAGES.filter(([sender]) => line.startsWith(`| ${sender}`)).length)).toEqual(
      MESSAGES.map(() => 1),
    );
  });

  it('are of frames with figures alone, where the source names these', () => {
    const [, text = ''] = /```json\n(\{"only".*\})\n```/.exec(table) ?? [];
    const { only } = JSON.parse(text) as Required<Pick<SourceMapping, 'only'>>; // of the page
    const mapping = { ...mappingOf('LORIOT'), only };
    const source = { sourceId: 'none', format: 'json', mapping } as const;
    const [, , sent = {}, ...readings] = MESSAGES.find(([sender]) => sender === 'LORIOT') ?? [];
    expect(readingsOf(source, '', sent)).toEqual(readings);
    expect(readingsOf(source, '', { ...sent, port: 2 })).toEqual([{ kind: 'passed', what: 'other' }]);
  });

  it('are of some topics alone, where the source names these', () => {
    const only = { place: '$.topic[2]', values: ['SENSOR'] };
    for (const deviceId of ['$.topic[1]', '$.id']) {
      const source = {
        sourceId: 'none',
        format: 'json',
        mapping: { ...mappingOf('Tasmota'), deviceId, only },
      } as const;
      const sent = { id: 'desk', Time: '2023-05-19T20:52:56', ENERGY: { Total: 514.153 } };
      expect(readingsOf(source, 'tele/desk/STATE', sent)).toEqual([{ kind: 'passed', what: 'other' }]);
      expect(readingsOf(source, 'tele/desk/SENSOR', sent)).toEqual([['desk', '2023-05-19T18:52:56.000Z', 514_153]]);
    }
  });
});

it('a history that a codec has decoded counts at its own times', () => {
  const [, text = ''] = /```json title="a history"\n([^]*?)```/.exec(page) ?? [];
  const declared = { name: 'Milesight', format: 'chirpstack', ...(JSON.parse(text) as object) };
  const { mapping } = wantedSource(sourceBody.parse(declared));
  const source = { sourceId: 'none', format: 'chirpstack', mapping } as const;
  const up = (object: object) => readingsOf(source, 'application/1/device/2/event/up', { ...CHIRPSTACK.up, object });
  // Milesight: the codec of EM300-DI.
  const history = [256, 260].map((pulse, at) => ({ humidity: 46.5, pulse, timestamp: 1_665_561_758 + 600 * at }));
  expect([...up({ battery: 92, history }), ...up({ battery: 92, pulse: 270 })]).toEqual([
    ['0101010101010101', '2022-10-12T08:02:38.000Z', 2560],
    ['0101010101010101', '2022-10-12T08:12:38.000Z', 2600],
    ['0101010101010101', '2022-07-18T09:34:15.775Z', 2700],
  ]);
  // Places beside it are of another time, as the network's is.
  expect(up({ pulse: 270, history: [{ timestamp: 1_665_561_758 }, { pulse: 256 }] })).toEqual([
    ['0101010101010101', '2022-10-12T08:02:38.000Z', expect.stringContaining('there is no figure')],
    '$.object.history.timestamp is missing, allowed is when it was measured',
  ]);
  expect(up({ pulse: 270, history: [] })).toEqual([['0101010101010101', '2022-07-18T09:34:15.775Z', 2700]]);
});

it('a function node of Node-RED makes a message of the source that Home Assistant has', () => {
  const [, code = ''] = /\n### Node-RED\n[^]*?```js\n([^]*?)```/.exec(page) ?? [];
  const node = new Function('msg', code) as (msg: object) => { readonly payload: object }; // of the page
  const mapping: SourceMapping = {
    ...mappingOf('wmbusmeters'),
    deviceId: '$.meter',
    time: { place: '$.at', form: 'iso', timezone: null },
    fields: [{ place: '$.total', to: 'summedValue', parameter: null, counted: { measure: 'm3', weight: 1 } }],
  };
  const sent = node({ topic: 'inlet', payload: '5000.4' }).payload;
  expect(readingsOf({ sourceId: 'none', format: 'json', mapping }, '', sent)).toEqual([
    ['inlet', expect.stringMatching(/Z$/), 5_000_400],
  ]);
});
