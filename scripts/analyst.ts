import { parseArgs } from 'node:util';
import { issueAnalystLogin, revokeAnalystLogin } from '../src/services/analysts/analyst-logins.ts';
import { psqlCommand } from '../src/services/analysts/connect-command.ts';
import { requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';

const USAGE = 'Usage: npm run analyst -- --industry ID --name N [--remove]';

await runCommand(async () => {
  const { values } = parseArgs({ options: { industry: { type: 'string' }, name: { type: 'string' }, remove: { type: 'boolean', default: false } } });
  if (values.industry === undefined || values.name === undefined) throw new Error(USAGE);
  const { context, opened, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    if (values.remove) {
      await revokeAnalystLogin(context, industry, values.name);
      process.stdout.write(`Login ${values.name} of industry ${industry.industryId} is removed.\n`);
      return 0;
    }
    const login = await issueAnalystLogin(context, industry, values.name);
    const readUrl = context.config.databaseReadUrl;
    const command = psqlCommand(readUrl === null ? opened.connection : { connectionString: readUrl }, login.name);
    process.stdout.write([
      login.isNew ? `Login ${login.name} sees industry ${industry.industryId} in schema analytics, read-only.` : `Login ${login.name} of industry ${industry.industryId} has a new password.`,
      `Password (shown once): ${login.password}`,
      `Connect${opened.kind === 'server' ? '' : ', while the service is running,'} with: ${command}`,
      `Then try: SELECT * FROM analytics.units;   and \\d+ analytics.daily_figures for columns with their units of measure`,
      '',
    ].join('\n'));
    return 0;
  } finally {
    await close();
  }
});
