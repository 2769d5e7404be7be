import { parseArgs } from 'node:util';
import { type Account, disableAccount, disabledAccounts, enableAccount } from '../src/services/users/disabled.ts';
import { requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';

const USAGE = 'Usage: npm run access -- --industry ID [--user USERID] [--disable | --enable]';

const nameOf = ({ industry, userId }: Account): string => (userId === null ? `Industry ${industry.industryId}` : `User ${userId} of industry ${industry.industryId}`);

await runCommand(async () => {
  const { values } = parseArgs({ options: { industry: { type: 'string' }, user: { type: 'string' }, disable: { type: 'boolean', default: false }, enable: { type: 'boolean', default: false } } });
  const changes = values.disable || values.enable;
  if (values.industry === undefined || (values.disable && values.enable) || (values.user !== undefined && !changes)) throw new Error(USAGE);
  const { context, close } = await openService();
  try {
    const account: Account = { industry: await requireIndustry(context, values.industry), userId: values.user ?? null };
    if (values.disable) {
      const isNew = await disableAccount(context, account);
      process.stdout.write(`${nameOf(account)} ${isNew ? 'is disabled' : 'was disabled before'}: every request and login is answered with 420.\n`);
    } else if (values.enable) {
      const isNew = await enableAccount(context, account);
      process.stdout.write(`${nameOf(account)} ${isNew ? 'is enabled again' : 'was not disabled'}.\n`);
    } else {
      const disabled = await disabledAccounts(context, account.industry);
      const lines = disabled.map(({ userId, since }) => `${nameOf({ ...account, userId })} is disabled since ${since.toISOString()}.`);
      process.stdout.write(`${lines.length === 0 ? `Nobody of industry ${account.industry.industryId} is disabled.` : lines.join('\n')}\n`);
    }
    return 0;
  } finally {
    await close();
  }
});
