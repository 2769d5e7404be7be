import type { DemoLogin } from '../../src/window/demonstration.ts';
import type { DemoState } from './state.ts';

/** Accounts of the sample data, offered on the first page. */
export const demoLogins = ({ operator }: Pick<DemoState, 'operator'>): readonly DemoLogin[] => [
  { label: 'Plant manager, Canterbury', username: 'canterbury.admin', password: 'Plains-admin-1' },
  { label: 'User, Canterbury', username: 'canterbury.user', password: 'Plains-user-1' },
  { label: 'Plant manager, Kolkata', username: 'kolkata.admin', password: 'Hooghly-admin-1' },
  ...(operator === null ? [] : [{ label: 'Operator', ...operator }]),
];
