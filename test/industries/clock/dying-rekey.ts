import { openService } from '../../../scripts/support/open.ts';
import { requireIndustry } from '../../../scripts/support/industry.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { rekeyIndustry } from '../../../src/industries/clock/rekey-industry.ts';

/*
 * npm run rekey, in a process that kills itself once a stage has come some way. Arguments: industry, date, stage,
 * steps.
 */

const [industryId = '', from = '', stage, steps] = process.argv.slice(2);
const { context } = await openService();
await rekeyIndustry(context, await requireIndustry(context, industryId), businessDate(from), (reached, done) => {
  if (reached === stage && done === Number(steps)) process.kill(process.pid, 'SIGKILL');
});
