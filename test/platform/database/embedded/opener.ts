/**
 * A process that opens an embedded database, says how, and holds it until its input ends. Started by hosting.test.ts.
 */
import { openEmbeddedEngine } from '../../../../src/platform/database/embedded/engine.ts';

const engine = await openEmbeddedEngine({ dataDir: process.argv[2] ?? '', log: () => undefined });
console.log(JSON.stringify({ mode: engine.mode, pid: engine.pid }));
process.stdin.resume();
process.stdin.on('end', () => void engine.stop());
