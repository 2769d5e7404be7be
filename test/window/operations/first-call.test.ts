import { expect, it } from 'vitest';
import { parseReading } from '../../../src/readings/rules/parse-reading.ts';
import { firstCall } from '../../../src/window/operations/first-call.ts';

const NOW = '2026-01-16T06:05:00+05:30';
const call = (kind: 'FLOW' | 'STOCK' | 'QUALITY', params: string[] = []): string =>
  firstCall({
    service: 'https://water.example',
    key: 'mwk_8d2c5f1e6a3b4c7d_secret',
    unit: {
      unitId: 'M2',
      kind,
      params: Object.fromEntries(params.map((name) => [name, { displayName: name, siUnit: '', isLatest: true }])),
    },
    createdOn: NOW,
  });
/** Body and headers that a shell would send. */
const sent = (text: string): unknown => {
  const [, body = ''] = / -d '([^]*)'$/.exec(text) ?? [];
  const { readings } = JSON.parse(body.replaceAll(`'\\''`, "'")) as { readings: unknown[] };
  return readings[0];
};

it('the first call of a key names service, key and unit', () => {
  expect(call('FLOW')).toBe(
    [
      `curl -X POST 'https://water.example/api/external/readings' \\`,
      `  -H 'Authorization: Bearer mwk_8d2c5f1e6a3b4c7d_secret' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"readings":[{"unitId":"M2","createdOn":"${NOW}","summedValue":"REGISTER"}]}'`,
    ].join('\n'),
  );
});

it.each([
  ['a meter', call('FLOW'), 'register_invalid'],
  ['a tank', call('STOCK'), 'value_invalid'],
  ['a laboratory', call('QUALITY', ['ph', "d'O"]), 'parameters_invalid'],
])('as it stands the first call of %s is refused, and with a number it is a reading', (_, text, code) => {
  const now = Date.parse(NOW);
  expect(parseReading(sent(text), now)).toMatchObject({ ok: false, refusal: { code } });
  expect(parseReading(sent(text.replace(/REGISTER|VALUE/g, '7')), now)).toMatchObject({ ok: true });
});
