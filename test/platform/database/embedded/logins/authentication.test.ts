import { describe, expect, it } from 'vitest';
import { passwordMatches } from '../../../../../src/platform/database/embedded/logins/authentication.ts';

// The example of RFC 7677: user "user", password "pencil".
const verifier =
  'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=';

describe("a login's password", () => {
  it('matches the verifier PostgreSQL stores', async () => {
    expect(await passwordMatches('pencil', verifier)).toBe(true);
  });

  it('does not match when it differs, or when there is no or no readable verifier', async () => {
    expect(await passwordMatches('Pencil', verifier)).toBe(false);
    expect(await passwordMatches('', verifier)).toBe(false);
    expect(await passwordMatches('pencil', null)).toBe(false);
    expect(await passwordMatches('pencil', 'md5d41d8cd98f00b204e9800998ecf8427e')).toBe(false);
  });
});
