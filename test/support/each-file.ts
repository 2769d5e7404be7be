import { afterAll, afterEach } from 'vitest';
import { cleanUpAfterFile } from './after-file.ts';
import { endFileInDatabase, testDatabase } from './database.ts';
import { expectNoLeaks } from './log-leaks.ts';

// Read anew for every test file, unlike all modules that it imports.
// This process has the embedded engine, and those that tests start attach to it.
await testDatabase();
afterEach(expectNoLeaks);
afterAll(async () => {
  await cleanUpAfterFile();
  // What clean-ups log belongs to this file, and the next one keeps the same lines.
  expectNoLeaks();
  await endFileInDatabase();
});
