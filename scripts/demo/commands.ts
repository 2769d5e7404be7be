import { businessDateOf } from '../../src/domain/time/business-clock.ts';
import { addDays, businessDate, formatRequestDate } from '../../src/domain/time/business-date.ts';
import type { RunningService } from '../../src/service.ts';
import { issueAnalystLogin } from '../../src/services/analysts/analyst-logins.ts';
import { psqlCommand } from '../../src/services/analysts/connect-command.ts';
import { requireIndustry } from '../support/industry.ts';
import { logIn } from './replay-device.ts';

/** What the demo prints when it is up: address, users, and commands that work as they stand. */
export async function thingsToTry({ context, connection }: Pick<RunningService, 'context' | 'connection'>, url: string, state: { readonly weeks: Readonly<Record<string, number>> }): Promise<string> {
  const industry = await requireIndustry(context, 'CANTERBURY');
  const token = await logIn({ url, username: 'canterbury.admin', password: 'Plains-admin-1' });
  const today = formatRequestDate(businessDateOf(industry.clock, context.clock.now()));
  const showcase = formatRequestDate(addDays(businessDate('2026-01-15'), (state.weeks['CANTERBURY'] ?? 0) * 7));
  const analyst = await issueAnalystLogin(context, industry, 'demo_analyst');
  const dates = `business_date BETWEEN '${addDays(businessDate('2026-01-15'), (state.weeks['CANTERBURY'] ?? 0) * 7 - 3)}' AND '${addDays(businessDate('2026-01-15'), (state.weeks['CANTERBURY'] ?? 0) * 7)}'`;
  const get = (path: string): string => `curl -s -H "Authorization: Bearer $TOKEN" "${url}${path}"`;
  return `
Service   ${url}   (documentation: ${url}/api/user/docs)
Users     canterbury.admin / Plains-admin-1     canterbury.user / Plains-user-1     kolkata.admin / Hooghly-admin-1
Data      ${context.config.dataDir}; the last business day began at ${industry.clock.shiftStartAt} in ${industry.clock.timezone}; today is ${today} there

TOKEN=${token}

1. The newest reading of every unit, whatever its age:
   ${get('/api/external/latest/all')}
2. The showcase day of the sources, hour by hour; y is null where nothing was measured, coverage says how much was:
   ${get(`/api/user/deviceDataV2?date1=${showcase}&category=ID_SOURCE&type=HOUR`)}
3. The running month, a figure a day, today included and still growing:
   ${get(`/api/user/deviceDataV2?date1=${today}&category=ID_SOURCE&type=DAY`)}
4. How a figure came about: window, slots, readings, registers, arithmetic:
   ${get(`/api/user/explain?unitId=CB_BORE_1&date=${showcase}`)}
5. The same figures in SQL, read-only, this industry alone (needs psql):
   PGPASSWORD=${analyst.password} ${psqlCommand(connection, analyst.name)} -c "SELECT unit_name, business_date, value_display, si_unit, coverage FROM analytics.daily_figures WHERE unit_group = 'FLOW' AND ${dates} ORDER BY 1, 2"
6. Process the showcase day again and see that nothing changes (written: 0):
   ${get(`/api/user/batchProcess/range?startDate=${showcase}&endDate=${showcase}`)}
`;
}
