import { beforeEach, expect, it } from 'vitest';
import { ChannelError } from '../../../src/channels/channel.ts';
import type { ChatSpaceChannel } from '../../../src/channels/chat-space.ts';
import type { Industry } from '../../../src/domain/industry/industry.ts';
import { dispatchIndustry } from '../../../src/services/alerts/dispatch.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { unit, works } from '../processing/works.ts';
import { addRule, fire, keptChannel } from './incidents.ts';

let context: TestContext;
let industry: Industry;
beforeEach(async () => {
  context = await testContext('2026-06-04T12:10:00Z');
  industry = await works(context, [unit('M1', 'FLOW_CATEGORY')]);
});

it('a chat space that is out of reach is asked once a run, and holds up no other chat space', async () => {
  const asked: string[] = [];
  const space: ChatSpaceChannel = {
    ...keptChannel('chat-space'),
    groupIds: [],
    async sendTo(address) {
      asked.push(address);
      if (address.includes('gone')) throw new ChannelError('unreachable', 'The chat space cannot be reached');
      return { providerId: '' };
    },
  };
  const ruleWith = (webhookUrl: string) =>
    addRule(context, industry, { channels: { chat: { enabled: true, webhookUrl } } });
  const [gone, there] = [await ruleWith('https://gone.example/hook'), await ruleWith('https://there.example/hook')];
  for (let window = 0; window < 3; window += 1) {
    await fire(context, industry, gone, { windowStart: window });
    await fire(context, industry, there, { windowStart: window });
  }
  await dispatchIndustry({ context, channels: { web: keptChannel('web'), 'chat-space': space } }, industry.industryId);
  expect(asked.sort()).toEqual(['https://gone.example/hook', ...Array<string>(3).fill('https://there.example/hook')]);
});
