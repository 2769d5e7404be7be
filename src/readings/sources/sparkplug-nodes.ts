import { LRUCache } from 'lru-cache';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { SparkplugNode } from '../rules/sparkplug/node.ts';

/** Metrics and devices of all nodes of a process. A node that gives way is asked for its birth again. */
const MOST_KNOWN = 500_000;
/** A node that was asked for its birth has this time before it is asked again. */
const PATIENCE_MILLISECONDS = 10_000;

/** Edge nodes between their births and deaths. A node connects to one process, and tells its birth to the next one. */
export class SparkplugNodes {
  readonly #nodes = new LRUCache<string, { readonly node: SparkplugNode }>({
    maxSize: MOST_KNOWN,
    sizeCalculation: ({ node }) => node.metrics.size + node.devices.size + 1,
  });
  readonly #asked = new LRUCache<string, EpochMillis>({ max: 10_000 });

  get(id: string): SparkplugNode | null {
    return this.#nodes.get(id)?.node ?? null;
  }

  /** @param node null: it has died */
  set(id: string, node: SparkplugNode | null): void {
    if (node === null) this.#nodes.delete(id);
    else this.#nodes.set(id, { node });
  }

  /** Whether the node may be asked for its birth now, which counts as asked. */
  ask(id: string, now: EpochMillis): boolean {
    const before = this.#asked.get(id);
    if (before !== undefined && now - before < PATIENCE_MILLISECONDS) return false;
    this.#asked.set(id, now);
    return true;
  }
}
