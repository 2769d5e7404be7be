import { afterAll, afterEach } from 'vitest';
import { cleanUpAfterFile } from './after-file.ts';
import { expectNoLeaks } from './log-leaks.ts';

// Read anew for every test file, unlike all modules that it imports.
afterEach(expectNoLeaks);
afterAll(async () => {
  await cleanUpAfterFile();
  // What clean-ups log belongs to this file, and the next one keeps the same lines.
  expectNoLeaks();
});
