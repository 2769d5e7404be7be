import type { Provenance } from '../../../src/kernel/document/types.ts';
import type { UnitFigure } from '../../../src/balance/rules/node-figure.ts';
import type { FigureSource } from '../../../src/balance/rules/node-values.ts';

const MEASURED: Provenance = {
  slotsExpected: 288,
  slotsGenuine: 288,
  readingsUsed: 288,
  readingsEstimated: 0,
  lastEpoch: Date.UTC(2026, 0, 15, 12),
  coverageRatio: 1,
  estimatedShare: 0,
  algorithmVersion: 4,
};

interface Given {
  readonly value: number | null;
  readonly openingStock?: number;
  readonly siUnit?: string;
  readonly divisor?: number;
  readonly failed?: true;
}

/** Figures of units in milli-units, and the sub-categories that formulas may name. */
export function figuresOf(
  units: Readonly<Record<string, number | null | Given>>,
  subCategories: Readonly<Record<string, readonly string[]>> = {},
): FigureSource {
  const figures = new Map(
    Object.entries(units).map(([unitId, given]): [string, UnitFigure] => {
      const {
        value,
        openingStock = null,
        siUnit = 'KL',
        divisor = 1000,
        failed,
      }: Omit<Given, 'openingStock'> & { openingStock?: number | null } = given === null || typeof given === 'number'
        ? { value: given }
        : given;
      return [
        unitId,
        {
          unitId,
          value,
          openingStock,
          siUnit,
          divisor,
          measured: [{ ...MEASURED, unitId, nature: 'amount', value, ...(failed === true ? { failed } : {}) }],
        },
      ];
    }),
  );
  return {
    unit: (unitId) => figures.get(unitId),
    unitIdsNamed: (id) => subCategories[id] ?? [],
    addAllUnitIds: [...figures.keys()],
  };
}
