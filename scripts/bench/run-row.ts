import type { Querier } from '../../src/platform/database/database.ts';
import type { Leftovers } from './leftovers.ts';
import type { Line } from './lines.ts';
import type { BenchRow } from './row.ts';
import { openScratch } from './scratch.ts';
import { startServiceProcess } from './service-process.ts';

/**
 * Runs one row on a database of its own. Its service and database are removed afterwards, even when the row fails.
 * @param onLines gets the figures before the removal
 */
export async function runRow(
  row: BenchRow,
  databaseUrl: string | null,
  share: number,
  leftovers: Leftovers,
  { onOpen, onLines }: { onOpen(db: Querier): Promise<void>; onLines(lines: readonly Line[]): void },
): Promise<void> {
  try {
    const scratch = await openScratch(databaseUrl, leftovers);
    await onOpen(scratch.context.database);
    onLines(
      await row.run({
        context: scratch.context,
        share,
        startService: (role, settings) => startServiceProcess({ ...scratch.environment, ...settings }, role, leftovers),
        closeLater: (close) => leftovers.add(close),
        say: (text) => {
          process.stderr.write(`${row.name}: ${text}\n`);
        },
      }),
    );
  } finally {
    await leftovers.removeAll();
  }
}
