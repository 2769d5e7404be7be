/**
 * Flags that ask the engine to end its running statement, from any thread, as the signal handler of a server sets them.
 * The engine looks at them between rows and in long loops, and answers with an error; nothing is lost but the
 * statement.
 */

export interface InterruptFlags {
  readonly memory: SharedArrayBuffer;
  /** Address of InterruptPending, in bytes. */
  readonly address: number;
}

/** InterruptPending and QueryCancelPending are neighbours (globals.c). */
const CANCEL_OFFSET = 4;

const slots = (
  flags: InterruptFlags,
): { pending: Int32Array<SharedArrayBuffer>; cancel: Int32Array<SharedArrayBuffer> } => ({
  pending: new Int32Array(flags.memory, flags.address, 1),
  cancel: new Int32Array(flags.memory, flags.address + CANCEL_OFFSET, 1),
});

export function requestInterrupt(flags: InterruptFlags): void {
  const { pending, cancel } = slots(flags);
  Atomics.store(cancel, 0, 1);
  Atomics.store(pending, 0, 1);
}

/** Takes back a request that came too late. */
export function withdrawInterrupt(flags: InterruptFlags): void {
  const { pending, cancel } = slots(flags);
  Atomics.store(cancel, 0, 0);
  Atomics.store(pending, 0, 0);
}
