import { clientOf } from './client.ts';
import { type Calls as ExternalCalls, ROUTES as EXTERNAL } from './external.ts';
import { type Calls as UserCalls, ROUTES as USER } from './user.ts';

// node example.ts http://localhost:3000 USERNAME PASSWORD UNIT
const [url = '', username = '', password = '', unitId = ''] = process.argv.slice(2);

const login = await clientOf<UserCalls>(USER, url)('postLogin', { parameters: { username, password } });
if (!('token' in login)) throw new Error('This account logs in with a code.');
const headers = { Authorization: `Bearer ${login.token}` };

// Three readings of the last quarter of an hour, in thousandths of the unit's measure.
const readings = [15, 10, 5].map((minutes) => ({
  unitId,
  createdOn: new Date(Date.now() - minutes * 60_000).toISOString(),
  value: 1000,
}));
const external = clientOf<ExternalCalls>(EXTERNAL, url, headers);
const { data } = await external('postReadings', { parameters: {}, body: { readings } });
console.log(`${data.inserted} stored`);

const latest = await external('getLatestUnit', { parameters: { unitId } });
console.log(latest.data);
