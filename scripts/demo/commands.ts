import { businessDateOf } from '../../src/kernel/time/business-clock.ts';
import { addDays, formatRequestDate } from '../../src/kernel/time/business-date.ts';
import type { RunningService } from '../../src/service/service.ts';
import { issueAnalystLogin, psqlCommand } from '../../src/keeping/analysts/analyst-logins.ts';
import { requireIndustry } from '../support/industry.ts';
import { logIn } from './replay-device.ts';
import type { DemoState } from './state.ts';

/** A day on which every unit sent. docs/how-to/analysts.md and the API documentation use it too. */
const SHOWCASE = '15/01/2026';

/** Text of the demo once it is up: address, users, and commands that work as they stand. */
export async function thingsToTry(
  { context, connection }: Pick<RunningService, 'context' | 'connection'>,
  url: string,
  { operator, replay }: DemoState,
): Promise<string> {
  const industry = await requireIndustry(context, 'CANTERBURY');
  const token = await logIn({ url, username: 'canterbury.admin', password: 'Plains-admin-1' });
  const today = businessDateOf(industry.clock, context.clock.now());
  // A recording without replay ends some day, so its own best month is shown.
  const [from, to] = replay
    ? [formatRequestDate(addDays(today, -27)), formatRequestDate(today)]
    : ['01/01/2026', '28/01/2026'];
  const analyst = await issueAnalystLogin(context, industry, 'demo_analyst');
  const get = (path: string): string => `curl -s -H "Authorization: Bearer $TOKEN" "${url}${path}"`;
  return `
Service    ${url}
Users      canterbury.admin / Plains-admin-1     canterbury.user / Plains-user-1     kolkata.admin / Hooghly-admin-1
Documents  ${url}/api/user/docs and ${url}/api/external/docs
           ${url}/api/admin/docs${operator === null ? '' : `, login ${operator.username} / ${operator.password}`}
Data       ${context.config.dataDir}; recorded until July 2026${replay ? ', then four recorded weeks again and again up to now' : ''}
           A business day begins at ${industry.clock.shiftStartAt} in ${industry.clock.timezone}; today is ${formatRequestDate(today)} there

TOKEN=${token}

1. The newest reading of every unit, whatever its age:
   ${get('/api/external/latest/all')}
2. The showcase day of the sources, hour by hour; y is null where nothing was measured, coverage says how much was:
   ${get(`/api/user/deviceDataV2?date1=${SHOWCASE}&category=ID_SOURCE&type=HOUR`)}
3. ${replay ? 'The last four weeks, a figure a day, today included and still growing' : 'Four weeks, a figure a day'}:
   ${get(`/api/user/deviceDataV2?date1=${from}&date2=${to}&category=ID_SOURCE&type=CUSTOM`)}
4. How a figure came about: window, slots, readings, registers, arithmetic:
   ${get(`/api/user/explain?unitId=CB_BORE_1&date=${SHOWCASE}`)}
5. The same figures in SQL, read-only, this industry alone (needs psql); docs/how-to/analysts.md has six worked queries:
   PGPASSWORD=${analyst.password} ${psqlCommand(connection, analyst.name)} -c "SELECT unit_name, business_date, value_display, si_unit, coverage FROM analytics.daily_figures WHERE unit_group = 'FLOW' AND business_date BETWEEN '2026-01-12' AND '2026-01-15' ORDER BY 1, 2"
6. Process the showcase day again and see that nothing changes (written: 0):
   ${get(`/api/user/batchProcess/range?startDate=${SHOWCASE}&endDate=${SHOWCASE}`)}
7. Readings that were refused, kept with their reason until somebody decides: a meter that nobody has registered sends:
   ${get('/api/user/quarantine')}
`;
}
