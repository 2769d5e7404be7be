import { expect, it } from 'vitest';
import { changeAddress, serversOf } from '../../../src/platform/database/servers.ts';

it('an address of several servers stands for one address each, with the same login and settings', () => {
  expect(serversOf('postgres://water:p%40,w@first:5432,second,[::1]:6000/water?sslmode=require')).toEqual([
    'postgres://water:p%40,w@first:5432/water?sslmode=require',
    'postgres://water:p%40,w@second/water?sslmode=require',
    'postgres://water:p%40,w@[::1]:6000/water?sslmode=require',
  ]);
});

it.each(['postgres://water@db/water', 'postgresql://a:b,c@db:1/w?x=1,2', 'nonsense,more'])(
  'an address of one server is itself: %s',
  (address) => {
    expect(serversOf(address)).toEqual([address]);
  },
);

it('a login ends with the last @, because people write passwords as they are', () => {
  expect(serversOf('postgres://u:p@a,b@first,second/water')).toEqual([
    'postgres://u:p@a,b@first/water',
    'postgres://u:p@a,b@second/water',
  ]);
  expect(serversOf('postgres://u:p@a,b@first/water')).toEqual(['postgres://u:p@a,b@first/water']);
});

it('a change of an address keeps all its servers', () => {
  const change = (ofFirst: string): string => {
    const url = new URL(ofFirst);
    url.password = encodeURIComponent('a@b/c');
    return url.href;
  };
  expect(changeAddress('postgres://water@first:5433,second/water', change)).toBe(
    'postgres://water:a%40b%2Fc@first:5433,second/water',
  );
  expect(changeAddress('postgres://water@first/water', change)).toBe('postgres://water:a%40b%2Fc@first/water');
});
