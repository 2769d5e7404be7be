/**
 * Compiles the engine so that its memory is shared between threads. The engine keeps this process's only thread busy
 * while a statement runs, but looks at a flag in its memory all the time, as on a server, where a signal sets it; in
 * shared memory another thread can. Ordinary instructions work on shared memory as on any other, at the same speed.
 */

const IMPORT_SECTION = 2;
const EXTERNAL_KIND = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;
/** Limits of a memory: shared, with a maximum. */
const SHARED_WITH_MAXIMUM = 3;
/** The maximum of the engine's own loader: 2 GiB. */
const MAXIMUM_PAGES = 32_768;
const HEADER_BYTES = 8;

/** The module with its imported memory declared shared; unchanged when it imports none. */
export function withSharedMemory(module: Uint8Array): Uint8Array {
  for (let offset = HEADER_BYTES; offset < module.length;) {
    const size = readNumber(module, offset + 1);
    const end = size.end + size.value;
    if (module[offset] === IMPORT_SECTION) {
      const memory = findMemory(module, size.end);
      if (memory === null) break;
      const limits = Uint8Array.from([SHARED_WITH_MAXIMUM, ...written(memory.minimum), ...written(MAXIMUM_PAGES)]);
      const body = Buffer.concat([module.subarray(size.end, memory.start), limits, module.subarray(memory.end, end)]);
      return Buffer.concat([
        module.subarray(0, offset),
        Uint8Array.from([IMPORT_SECTION, ...written(body.length)]),
        body,
        module.subarray(end),
      ]);
    }
    offset = end;
  }
  return module;
}

/** The limits of the imported memory: where they stand, and its minimum in pages. */
function findMemory(module: Uint8Array, start: number): { start: number; end: number; minimum: number } | null {
  const count = readNumber(module, start);
  let at = count.end;
  for (let index = 0; index < count.value; index++) {
    for (let name = 0; name < 2; name++) {
      const length = readNumber(module, at);
      at = length.end + length.value;
    }
    const kind = module[at++];
    if (kind === EXTERNAL_KIND.function) at = readNumber(module, at).end;
    else if (kind === EXTERNAL_KIND.global) at += 2;
    else if (kind === EXTERNAL_KIND.tag) at = readNumber(module, at + 1).end;
    else {
      const limits = kind === EXTERNAL_KIND.table ? at + 1 : at;
      const minimum = readNumber(module, limits + 1);
      at = (module[limits] ?? 0) % 2 === 1 ? readNumber(module, minimum.end).end : minimum.end;
      if (kind === EXTERNAL_KIND.memory) return { start: limits, end: at, minimum: minimum.value };
    }
  }
  return null;
}

/** Numbers are written in groups of seven bits, the lowest first (LEB128). */
function readNumber(bytes: Uint8Array, offset: number): { value: number; end: number } {
  let value = 0;
  for (let end = offset, factor = 1; ; factor *= 128) {
    const byte = bytes[end++] ?? 0;
    value += (byte % 128) * factor;
    if (byte < 128) return { value, end };
  }
}

function written(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...written(Math.floor(value / 128))];
}

/** The used part of the global of this name, for which the platform's types have no declaration. */
interface WebAssemblyApi {
  Memory: new (descriptor: object) => EngineMemory;
  Module: new (source: ArrayBuffer | ArrayBufferView) => object;
  readonly compile: (bytes: Uint8Array) => Promise<object>;
}

export interface EngineMemory {
  /** The buffer, replaced when the memory grows; the earlier one goes on to be its beginning. */
  readonly buffer: SharedArrayBuffer;
}

const api = Reflect.get(globalThis, 'WebAssembly') as WebAssemblyApi;

/**
 * Compiles `engine` and has `open` make its memory, which is returned as well. Libraries that the engine loads at any
 * time later fit to it.
 */
export async function openWithSharedMemory<Opened>(
  engine: Uint8Array,
  open: (compiled: object) => Promise<Opened>,
): Promise<{ opened: Opened; memory: EngineMemory }> {
  const compiled = await api.compile(withSharedMemory(engine));
  shareMemoryOfLibraries();
  const Private = api.Memory;
  const made: EngineMemory[] = [];
  api.Memory = class extends Private {
    constructor(descriptor: object) {
      super({ ...descriptor, shared: true });
      made.push(this);
    }
  };
  try {
    const opened = await open(compiled);
    const [memory] = made;
    if (memory === undefined || made.length > 1)
      throw new Error(`the engine made ${made.length} memories instead of one`);
    return { opened, memory };
  } finally {
    api.Memory = Private;
  }
}

let librariesShare = false;

/** Libraries are compiled when they are first used. */
function shareMemoryOfLibraries(): void {
  if (librariesShare) return;
  librariesShare = true;
  api.Module = new Proxy(api.Module, {
    construct(target, [source]: [ArrayBuffer | ArrayBufferView]) {
      const bytes =
        source instanceof ArrayBuffer
          ? new Uint8Array(source)
          : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
      return new target(isLibrary(bytes) ? withSharedMemory(bytes) : source);
    },
  });
}

/** A library begins with a section of this name. */
function isLibrary(module: Uint8Array): boolean {
  return Buffer.from(module.subarray(0, 32)).includes('dylink.0');
}
