import { describe, expect, it } from 'vitest';
import { formatUnit } from '../../../../src/figures/rules/device-data/format-unit.ts';
import { entry, provenance, span, unit } from './support.ts';

const layout = { divisionFactor: 1000, energyDetail: false } as const;

describe('a unit as flow', () => {
  it('divides figures, registers and offline values, and leaves counts alone', () => {
    const meter = span(
      unit('M1'),
      2500,
      [
        entry(2500, {
          ir: 7000,
          fr: 9500,
          nonZero: 3,
          offlineValue: 400,
          offlineCount: 2,
          offlineDuration: 120,
          coverage: 0.9,
          estimatedShare: 0.5,
        }),
      ],
      {
        meta: {
          flowFactor: 0.1,
          ir: 7000,
          fr: 9500,
          nonZero: 3,
          offlineCount: 2,
          offlineDuration: 120,
          offlineValue: 400,
        },
        provenance: provenance({
          slotsExpected: 20,
          slotsGenuine: 18,
          readingsEstimated: 6,
          coverageRatio: 0.9,
          estimatedShare: 0.25,
        }),
      },
    );
    expect(formatUnit(meter, { formatter: 'flow', ...layout })).toEqual({
      unitId: 'M1',
      unitName: 'Unit M1',
      standardCategoryId: 'FLOW_CATEGORY',
      siUnit: 'KL',
      value: 2.5,
      coverage: 0.9,
      slotsExpected: 20,
      slotsGenuine: 18,
      estimatedShare: 0.25,
      meters: 1,
      metersMeasured: 1,
      bound: null,
      data: [
        {
          x: '2026-06-10T00:30:00.000Z',
          y: 2.5,
          coverage: 0.9,
          estimatedShare: 0.5,
          offlineCount: 2,
          offlineDuration: 120,
          ir: 7,
          fr: 9.5,
          offlineValue: 0.4,
          nonZero: 3,
        },
      ],
      meta: { flowFactor: 0.1, nonZero: 3, ir: 7, fr: 9.5, offlineValue: 0.4, offlineCount: 2, offlineDuration: 120 },
    });
  });

  it('has no figures of anything before it begins', () => {
    expect(
      formatUnit(
        { unit: unit('M1'), entries: [{ ...entry(null), slotsExpected: 0 }], figures: null },
        { formatter: 'flow', ...layout },
      ),
    ).toMatchObject({ value: null, coverage: null, estimatedShare: null, meta: {}, data: [{ y: null }] });
  });

  it('does not show registers a virtual unit does not have', () => {
    expect(
      formatUnit(span(unit('V', 'virtualCategory'), 5, [entry(5)]), { formatter: 'flow', ...layout }).data[0],
    ).not.toHaveProperty('ir');
  });
});

describe('a unit as energy', () => {
  const pump = span(
    unit('P', 'ENERGY_CATEGORY', { params: { voltage: { displayName: 'Voltage', siUnit: 'V', isLatest: false } } }),
    4000,
    [entry(4000, { ir: null, fr: null, py: { voltage: 230.123456789 }, energySaved: 12.5, energySavedCoverage: 0.75 })],
    {
      paramValue: { voltage: 231 },
      meta: { offlineCount: 0, offlineDuration: 0, energySaved: 12.5, energySavedCoverage: 0.75 },
    },
  );

  it('shows savings in kWh, never divided, and parameters only with the v2 flag', () => {
    expect(formatUnit(pump, { formatter: 'energy', divisionFactor: 1000, energyDetail: true })).toMatchObject({
      value: 4,
      meta: { energySaved: 12.5, energySavedCoverage: 0.75 },
      paramValue: { voltage: 231 },
      params: { voltage: { siUnit: 'V' } },
      data: [{ energySaved: 12.5, energySavedCoverage: 0.75, py: { voltage: 230.123456789 } }],
    });
    const plain = formatUnit(pump, { formatter: 'energy', ...layout });
    expect(plain).not.toHaveProperty('paramValue');
    expect(plain.data[0]).not.toHaveProperty('py');
    expect(plain.meta).not.toHaveProperty('energySaved');
  });

  it('as multi-energy shows parameters always, savings with the v2 flag', () => {
    const multi = formatUnit(pump, { formatter: 'multi-energy', ...layout });
    expect(multi).toMatchObject({ paramValue: { voltage: 231 }, data: [{ py: { voltage: 230.123456789 } }] });
    expect(multi.data[0]).not.toHaveProperty('energySaved');
  });
});

describe('a unit as level', () => {
  it('of stock shows opening level and percentage', () => {
    const tank = span(unit('T', 'STOCK_CATEGORY'), 80_000, [entry(80_000, { y1: 70_000, percentage: 40 })], {
      meta: { maxCapacity: 200_000, percentage: 40, openingStock: 65_000, offlineCount: 0, offlineDuration: 0 },
    });
    expect(formatUnit(tank, { formatter: 'stock', ...layout })).toMatchObject({
      value: 80,
      data: [{ y: 80, y1: 70, percentage: 40 }],
      meta: { maxCapacity: 200, openingStock: 65, percentage: 40 },
    });
  });

  it('of ground water shows the average as it was read', () => {
    const well = span(unit('W', 'GROUND_WATER_LEVEL'), -2.5, [entry(-2.5, { average: -2.4 })], {
      meta: { average: -2.4, lastEpoch: 5, offlineCount: 0, offlineDuration: 0 },
    });
    expect(formatUnit(well, { formatter: 'ground-water', divisionFactor: 1, energyDetail: false })).toMatchObject({
      value: -2.5,
      data: [{ y: -2.5, average: -2.4 }],
      meta: { average: -2.4, lastEpoch: 5 },
    });
  });
});
