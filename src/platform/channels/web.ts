import type { Channel, Message } from './channel.ts';

/** The event that pages hear on this channel unless the message's data say otherwise. */
const EVENT = 'alert';

/** Hands an event to open pages; gives its key. */
export type PublishToWeb = (event: {
  readonly channel: string;
  readonly name: string;
  readonly payload: NonNullable<Message['data']>;
}) => Promise<number>;

/** Pages that are open at this moment, by server-sent events. The channel needs no settings. */
export const createWeb = (publish: PublishToWeb): Channel => ({
  name: 'web',
  settings: [],
  isSetUp: true,
  async send({ to, title, text, data }) {
    const payload = data ?? { ...(title === undefined ? {} : { title }), text };
    return { providerId: String(await publish({ channel: to, name: EVENT, payload })) };
  },
});
