import { readFile } from 'node:fs/promises';
import { provisioningReport } from '../src/industries/rules/provisioning/report.ts';
import { provisionIndustry } from '../src/industries/provisioning/provision-industry.ts';
import { openService, runCommand } from './support/open.ts';
import { reasonOf } from '../src/kernel/reason-of.ts';

const COMMAND = {
  name: 'npm run provision',
  summary: 'Creates or updates an industry as the bundle says; every mistake is reported, nothing is half-written.',
  flags: {},
  operands: { called: 'bundle.json', least: 1, most: 1 },
} as const;

await runCommand(COMMAND, async ({ operands: [path = ''] }) => {
  const bundle = await readJsonFile(path);
  const { context, close } = await openService();
  try {
    const result = await provisionIndustry({ context, bundle });
    process.stdout.write(`${provisioningReport(result).join('\n')}\n`);
    return 0;
  } finally {
    await close();
  }
});

/**
 * The JSON document of a file.
 * @throws Error in one sentence that names the file, when it cannot be read or is not JSON (with the place).
 */
async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be read: ${error.message}.`,
    );
  });
  try {
    // Some editors put a byte order mark in front, which JSON does not allow.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`The file ${path} is not JSON: ${reasonOf(error)}.`);
  }
}
