import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { emptyResult } from '../../../src/readings/ingest.ts';
import { receivePayloads } from '../../../src/readings/sources/receive-of-key.ts';
import { SparkplugNodes } from '../../../src/readings/sources/receive-sparkplug.ts';
import type { TestContext } from '../../support/database.ts';
import { tahuBytes } from '../rules/sparkplug/edge-node.ts';
import { mintSource } from './support.ts';

/**
 * A node of Sparkplug B, `W/E`, that tells of births and deaths alone: '' is the node, '/1' its device. `restart` makes
 * the service forget what it has heard.
 */
export async function bornNode(context: TestContext, industry: Industry, units: Readonly<Record<string, string>>) {
  const devices = Object.fromEntries(Object.entries(units).map(([device, unitId]) => [`W/E${device}`, unitId]));
  const source = await mintSource(context, industry, 'sparkplug', devices);
  const given = { nodes: new SparkplugNodes(), send: async () => emptyResult(), limit: null, onDeaths: () => {} };
  let seq = -1;
  const tell = (kind: 'NBIRTH' | 'NDEATH' | 'DBIRTH' | 'DDEATH', device = ''): Promise<void> => {
    seq = kind === 'NBIRTH' ? 0 : (seq + 1) % 256;
    const payload = tahuBytes({ seq, metrics: [{ name: 'Level', value: 1, type: 'Double' }] });
    return receivePayloads(context, industry, source, [{ topic: `spBv1.0/W/${kind}/E${device}`, payload }], given);
  };
  await tell('NBIRTH');
  for (const device of Object.keys(units)) await tell('DBIRTH', device);
  return Object.assign(tell, { restart: () => void (given.nodes = new SparkplugNodes()) });
}
