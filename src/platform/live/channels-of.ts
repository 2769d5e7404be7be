import { type Channels, createChannels } from '../channels/channels.ts';
import type { Context } from '../../context.ts';
import { publishWebEvent } from './publish.ts';

/** How people and devices are reached; open pages by what is published here. */
export const channelsOf = ({ config, database, clock }: Pick<Context, 'config' | 'database' | 'clock'>): Channels =>
  createChannels(config, (event) => publishWebEvent(database, event, clock.now()));
