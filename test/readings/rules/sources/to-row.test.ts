import { describe, expect, it } from 'vitest';
import type { SourceMapping } from '../../../../src/readings/rules/sources/source.ts';
import { messageFigures } from '../../../../src/readings/rules/sources/to-row.ts';

const field = (place: string, to: 'summedValue' | 'parameter', parameter: string | null = null) =>
  ({ place, to, parameter, counted: null }) as const;
const mapping: SourceMapping = {
  deviceId: '$.id',
  time: null,
  fields: [field('$.total', 'summedValue'), field('$.celsius', 'parameter', 'temperature')],
  battery: null,
  rssi: null,
  snr: null,
};
const METER = { unitId: 'M1', siUnit: 'KL', group: 'FLOW', capacities: [] } as const;
const figures = (message: object) => messageFigures(message, { format: 'json', mapping }, METER, 0);

describe('a figure of a message', () => {
  it.each([null, '', Number.NaN, 'NaN', 'nan', 'null', 'n/a', '-', 'unavailable', 'unknown'])(
    '%j is not there, and takes no other figure with it',
    (total) => {
      expect(figures({ total, celsius: 12.5 })).toEqual({ paramValue: { temperature: 12.5 } });
      expect(figures({ total, celsius: 'nan' })).toBe('there is no figure at $.total, $.celsius');
    },
  );

  it.each(['5000,4', '5000.4 m3', true, {}, [1]])('%j is none, and the place is told', (total) => {
    expect(figures({ total, celsius: 12.5 })).toMatch(/^\$\.total is .*, allowed is a number$/);
  });
});

it('a message without a figure in its bytes is not told to have no codec', () => {
  const place = '$.data[base64 0 u32be]';
  const source = { format: 'chirpstack', mapping: { ...mapping, fields: [field(place, 'summedValue')] } } as const;
  const sent = (data: string) => messageFigures({ data }, source, METER, 0);
  expect([sent('qg=='), sent('AAATiA==')]).toEqual([`there is no figure at ${place}`, { summedValue: 5_000_000 }]);
});
