import { expect, it } from 'vitest';
import { assigneeFields } from '../../src/window/assignees.ts';
import { textsOf } from '../../src/window/texts.ts';
import type { Visit } from '../../src/window/page.ts';

// What the form asks of a visit.
const visit = {
  texts: textsOf('en'),
  visitor: { userId: 'me', industryId: 'works' },
  industryId: 'works',
  typed: null,
} as unknown as Visit;
const people = [{ userId: 'me', username: 'Asha' }];

it('somebody who may no longer log in is still the chosen one, so that a note takes nothing from anybody', async () => {
  const form = async (assigneeId: string | null, assigneeName: string | null): Promise<string> =>
    String(await assigneeFields(visit, { assigneeId, assigneeName }, people));
  expect(await form('gone', 'Ravi')).toMatch(/<option value="gone" selected[^>]*>Ravi</);
  expect(await form('me', 'Asha')).toMatch(/<option value="me" selected[^>]*>Asha</);
  expect(await form('me', 'Asha')).not.toContain('Ravi');
  expect(await form(null, null)).toMatch(/<option value="" selected[^>]*>Nobody</);
});
