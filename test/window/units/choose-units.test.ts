import { expect, it } from 'vitest';
import { chosenUnits, type ListedCategory, type ListedUnit, partName } from '../../../src/window/units/choose-units.ts';

const meter = (unitId: string): ListedUnit => ({
  unitId,
  unitName: `Meter ${unitId}`,
  standardCategoryId: 'FLOW_CATEGORY',
  kind: 'FLOW',
  siUnit: 'KL',
  virtual: false,
  formula: null,
  operands: [],
  params: {},
  dataUpdateFrequency: 300,
  categories: [],
  lastSeen: null,
  retiredAt: null,
  lastDate: null,
});
const part = (id: string, ...units: readonly string[]) => ({ id, displayName: id, units: [...units] });
const USE: ListedCategory = {
  generation: 'categoriesV2',
  categoryKey: 'ID_CONSUMPTION',
  standardCategoryId: 'FLOW_CATEGORY',
  subCategories: [part('Cooling / Boiler', 'BOILER'), part('Cooling', 'TOWER')],
};
const UNITS = ['BOILER', 'TOWER', 'INLET'].map(meter);
const chosen = (category: string) =>
  chosenUnits(UNITS, [USE], { search: '', category, state: '' }, 0).map(({ unitId }) => unitId);

it('units are chosen by a category or by one of its parts, whose name may have a slash', () => {
  expect(chosen('')).toEqual(['BOILER', 'TOWER', 'INLET']);
  expect(chosen('ID_CONSUMPTION')).toEqual(['BOILER', 'TOWER']);
  expect(chosen(partName('ID_CONSUMPTION', 'Cooling'))).toEqual(['TOWER']);
  expect(chosen(partName('ID_CONSUMPTION', 'Cooling / Boiler'))).toEqual(['BOILER']);
  expect(chosen('ID_SOURCE')).toEqual([]);
});
