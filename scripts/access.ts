import {
  type DisabledAccount,
  disableAccount,
  disabledAccounts,
  enableAccount,
} from '../src/industries/users/disabled.ts';
import { requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run access',
  summary: 'Blocks a user or a whole industry, ends that, or lists who is blocked.',
  flags: {
    industry: { value: 'ID', required: true, what: 'the industry' },
    user: { value: 'USERID', what: 'one of its users; absent: all of the industry' },
    disable: { what: 'answers every request and login with 420, from the next one on' },
    enable: { what: 'ends that' },
  },
  notes: ['With neither --disable nor --enable: who is blocked.'],
} as const;

const nameOf = ({ industry, userId }: DisabledAccount): string =>
  userId === null ? `Industry ${industry.industryId}` : `User ${userId} of industry ${industry.industryId}`;

await runCommand(COMMAND, async ({ values }) => {
  if (values.disable && values.enable) throw new Error('--disable and --enable: allowed is one of them');
  if (values.user !== undefined && !values.disable && !values.enable)
    throw new Error(`--user ${values.user}: needs --disable or --enable`);
  const { context, close } = await openService();
  try {
    const account: DisabledAccount = {
      industry: await requireIndustry(context, values.industry),
      userId: values.user ?? null,
    };
    if (values.disable) {
      const isNew = await disableAccount(context, account);
      process.stdout.write(
        `${nameOf(account)} ${isNew ? 'is disabled' : 'was disabled before'}: every request and login is answered with 420.\n`,
      );
    } else if (values.enable) {
      const isNew = await enableAccount(context, account);
      process.stdout.write(`${nameOf(account)} ${isNew ? 'is enabled again' : 'was not disabled'}.\n`);
    } else {
      const disabled = await disabledAccounts(context, account.industry);
      const lines = disabled.map(
        ({ userId, since }) => `${nameOf({ ...account, userId })} is disabled since ${since.toISOString()}.`,
      );
      process.stdout.write(
        `${lines.length === 0 ? `Nobody of industry ${account.industry.industryId} is disabled.` : lines.join('\n')}\n`,
      );
    }
    return 0;
  } finally {
    await close();
  }
});
