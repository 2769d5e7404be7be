import type { Message } from '../../../src/platform/channels/channel.ts';
import { channelsOf } from '../../../src/platform/live/publish.ts';
import { PASSWORD_RESET_QUEUE, sendReset } from '../../../src/platform/login/send-reset.ts';
import type { HttpFoundation } from '../../../src/service/services.ts';
import { testFoundation } from '../../service/support/app-fixture.ts';
import type { TestContext } from '../../support/database.ts';

/** Mails of a service, in the order in which they were sent. */
export type Posted = Message[];

/** What a service needs to mail links at once, without workers. */
export function posting(
  context: TestContext,
  publicUrl: string,
  posted: Posted,
): Pick<HttpFoundation, 'channels' | 'queue'> {
  const channels: HttpFoundation['channels'] = {
    ...channelsOf(context),
    email: {
      name: 'email',
      settings: [],
      isSetUp: true,
      send: async (message) => ({ providerId: String(posted.push(message)) }),
    },
  };
  const { queue } = testFoundation(context);
  return {
    channels,
    queue: {
      send: async (name, payload, options) => {
        if (name !== PASSWORD_RESET_QUEUE) return queue.send(name, payload, options);
        const mailing = { context: { ...context, config: { ...context.config, publicUrl } }, channels };
        await sendReset(mailing, payload as Parameters<typeof sendReset>[1]); // what the capability sends
      },
    },
  };
}
