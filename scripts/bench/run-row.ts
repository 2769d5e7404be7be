import type { Querier } from '../../src/database/database.ts';
import type { Line } from './lines.ts';
import type { BenchRow } from './row.ts';
import { openScratch } from './scratch.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** Runs one row on a database of its own; its service and database are gone afterwards, also when it fails. */
export async function runRow(row: BenchRow, databaseUrl: string | undefined, share: number, onOpen: (db: Querier) => Promise<void>): Promise<Line[]> {
  const scratch = await openScratch(databaseUrl);
  const services: ServiceProcess[] = [];
  try {
    await onOpen(scratch.context.database);
    return await row.run({
      context: scratch.context, share,
      startService: async (role) => {
        const service = await startServiceProcess(scratch.environment, role);
        services.push(service);
        return service;
      },
      say: (text) => { process.stderr.write(`${row.name}: ${text}\n`); },
    });
  } finally {
    for (const service of services) await service.stop();
    await scratch.close();
  }
}
