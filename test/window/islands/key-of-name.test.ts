import { expect, it } from 'vitest';
import { freeKey, keyOfName } from '../../../src/window/islands/key-of-name.ts';

it.each([
  ['Main inlet (north)', 'MAIN_INLET_NORTH'],
  ['Überlauf 2', 'UBERLAUF_2'],
  ['  -- ', ''],
  ['मुख्य इनलेट', ''],
  ['x'.repeat(70), 'X'.repeat(64)],
])('the key of %j is %j', (name, key) => {
  expect(keyOfName(name)).toBe(key);
});

it('a key that is taken gets the first number that is free', () => {
  const taken = new Set(['TANK', 'TANK_2']);
  expect(freeKey('TANK', (key) => taken.has(key))).toBe('TANK_3');
});
