import { expect, it } from 'vitest';
import { jsonPlacesOf } from '../../../src/window/operations/json-place.ts';

const TEXT = `
{
  "industry": {"industryId": "ACME"},
  "units": [
    {"unitId": "a, ]}"},
    {"unitId": "B", "meta": {"raw water": [1, null], "3": true}}
  ]
}`;
const placeOf = jsonPlacesOf(TEXT);
const shownAt = (field: string): [number, string] => {
  const { line, offset } = placeOf(field);
  return [line, TEXT.slice(offset, offset + 6)];
};

it.each([
  ['industry.industryId', 3, '"ACME"'],
  ['units[1].unitId', 6, '"B", "'],
  ['units[1].meta["raw water"][1]', 6, 'null],'],
  ['units[1].meta["3"]', 6, 'true}}'],
  ['bundle', 2, '{\n  "i'],
])('%s stands where its value begins', (field, line, text) => {
  expect(shownAt(field)).toEqual([line, text]);
});

it.each([
  ['units[1].siUnit', 'units[1]'],
  ['units[7].siUnit', 'units'],
  ['industry.industryId.more', 'industry.industryId'],
  ['users', 'bundle'],
])('%s is missing, so it is told at %s', (field, parent) => {
  expect(placeOf(field)).toEqual(placeOf(parent));
});
