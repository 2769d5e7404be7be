import { expect, it } from 'vitest';
import { serversOf, withPassword } from '../../../src/platform/database/servers.ts';

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

it('a password is given to the login of all servers', () => {
  expect(withPassword('postgres://water@first,second/water', 'a@b/c')).toBe(
    'postgres://water:a%40b%2Fc@first,second/water',
  );
});
