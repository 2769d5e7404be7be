import { afterAll, afterEach } from 'vitest';
import { cleanUpAfterFile } from './after-file.ts';
import { expectNoLeaks } from './log-leaks.ts';

// Read anew for every test file, unlike all modules that it imports.
afterEach(expectNoLeaks);
afterAll(cleanUpAfterFile);
