import { expect, it } from 'vitest';
import { resetBody } from '../../../../../src/platform/login/http/user/password/forgot.ts';

it('a new password that does not fit is told what it is not', () => {
  const { error } = resetBody.safeParse({ token: 'of-the-link', newPassword: 'four' });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['newPassword'], 'is not 5 to 30 characters without blanks'],
  ]);
});
