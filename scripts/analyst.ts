import { issueAnalystLogin, psqlCommand, revokeAnalystLogin } from '../src/keeping/analysts/analyst-logins.ts';
import { requireIndustry } from './support/industry.ts';
import { openService, runCommand } from './support/open.ts';

const COMMAND = {
  name: 'npm run analyst',
  summary: 'A read-only login for one industry, with a new password each time; prints how to connect.',
  flags: {
    industry: { value: 'ID', required: true, what: 'the industry it sees' },
    name: { value: 'N', required: true, what: 'of the login: 3 to 41 small letters, digits and underscores' },
    remove: { what: 'takes the login away' },
  },
} as const;

await runCommand(COMMAND, async ({ values }) => {
  const { context, opened, close } = await openService();
  try {
    const industry = await requireIndustry(context, values.industry);
    if (values.remove) {
      await revokeAnalystLogin(context, industry, values.name);
      process.stdout.write(`Login ${values.name} of industry ${industry.industryId} is removed.\n`);
      return 0;
    }
    const login = await issueAnalystLogin(context, industry, values.name);
    const { databaseReadUrl, databaseUrl } = context.config;
    const address = databaseReadUrl ?? databaseUrl;
    const command = psqlCommand(address === null ? opened.connection : { connectionString: address }, login.name);
    process.stdout.write(
      [
        login.isNew
          ? `Login ${login.name} sees industry ${industry.industryId} in schema analytics, read-only.`
          : `Login ${login.name} of industry ${industry.industryId} has a new password.`,
        `Password (shown once): ${login.password}`,
        `Connect${opened.kind === 'server' ? '' : ', while the service is running,'} with: ${command}`,
        `Then try: SELECT * FROM analytics.units;   and \\d+ analytics.daily_figures for columns with their units of measure`,
        '',
      ].join('\n'),
    );
    return 0;
  } finally {
    await close();
  }
});
