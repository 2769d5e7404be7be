import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';

/* The curl commands of docs/how-to/operations.md about industries, in their order: each is answered 200. */

const page = readFileSync(new URL('../../../../../docs/how-to/operations.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('## Industries, units'), page.indexOf('## Accounts and passwords'));
const commands = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
  block.replaceAll('\\\n', ' ').trim().split('\n'),
);

/** What curl would send, to a path. */
function requestOf(command: string): { path: string; method: string; body: string | null } {
  const [, method = 'GET'] = / -X (\w+)/.exec(command) ?? [];
  const [, body = null] = / -d '([^']*)'/.exec(command) ?? [];
  const [, path = ''] = /"http:\/\/127\.0\.0\.1:3000([^"]*)"$/.exec(command) ?? [];
  return { path, method, body };
}

let app: TestApp;
let token: string;
beforeAll(async () => {
  const context = await testContext('2026-06-15T06:00:00Z');
  app = testApp(context);
  const operator = await mintUser(context, {
    industryId: 'INTERNAL',
    role: 'admin',
    permissions: ['industries:write'],
  });
  ({ token } = await login(app, operator));
});

const send = (command: string, change: (path: string) => string = (path) => path): Promise<Response> | Response => {
  const { path, method, body } = requestOf(command);
  return app.request(change(path), {
    method,
    headers: { ...bearer(token), ...(body === null ? {} : { 'content-type': 'application/json' }) },
    ...(body === null ? {} : { body }),
  });
};

describe('commands of docs/how-to/operations.md about industries', () => {
  it('are answered 200, one after the other', async () => {
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) {
      const answer = await send(command);
      expect([command, answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([command, 200, '']);
      // The first bundle is a dry run; what follows needs the industry.
      if (command.includes('dryRun=true')) await send(command, (path) => path.replace('?dryRun=true', ''));
    }
  });
});
