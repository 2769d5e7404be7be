/** Starts the database process, and follows it until it ends. */
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { HostFiles } from './address.ts';
import { EXIT_CODE, type FromChild, TIME_LIMIT_SIGNAL, type ToChild, type Log } from './child-protocol.ts';

export interface DatabaseProcess {
  readonly pid: number;
  readonly ended: Promise<ProcessEnd>;
  /** Asks for a clean stop and waits for its end; kills the process when that takes too long. */
  stop(): Promise<void>;
}

export interface ProcessEnd {
  /** Reason for the end of the process, for the operator. */
  readonly reason: string;
  /**
   * True when a login's statement exhausted the engine or its time: no sign of a fault that would come back by itself.
   */
  readonly byLogin: boolean;
  /** True when it was ended or broke, and has not ended by itself with a reason of its own. */
  readonly isDeath: boolean;
}

type StartResult =
  | { readonly kind: 'ready'; readonly child: DatabaseProcess }
  | { readonly kind: 'locked' }
  | { readonly kind: 'failed'; readonly reason: string; readonly isDeath: boolean };

/** A stop waits for a running statement; nothing is lost when it is cut short. */
const STOP_MILLISECONDS = 60_000;
/** Deep expressions need more than Node's own 984 kB; systems give a main thread 8 MB. */
const STACK_KILOBYTES = 3_900;
const KEPT_OUTPUT_LINES = 20;

/**
 * Starts the process for a data directory; resolves when it serves, finds the directory locked, or has failed.
 * @param offended told of each login that was cut off
 */
export function startDatabaseProcess(
  files: HostFiles,
  log: Log,
  offended: (role: string) => void,
): Promise<StartResult> {
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [files.dataDir], {
    execArgv: ['--disable-warning=ExperimentalWarning', `--stack-size=${STACK_KILOBYTES}`],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line);
      if (output.length > KEPT_OUTPUT_LINES) output.shift();
    });
  }
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.on('error', (error) => resolve({ reason: error.message, byLogin: false, isDeath: false }));
    child.on('close', (code, signal) => resolve(describeEnd(code, signal, output)));
  });
  return new Promise((resolve) => {
    child.on('message', (message: FromChild) => {
      if (message.kind === 'log') log(message.level, message.message, message.fields);
      else if (message.kind === 'offence') {
        const { role, statement, why, refusedMilliseconds } = message;
        log('warn', 'a login of the embedded database was cut off', {
          login: role,
          statement,
          why,
          refusedSeconds: refusedMilliseconds / 1000,
        });
        offended(role);
      } else if (message.kind === 'locked') resolve({ kind: 'locked' });
      else resolve({ kind: 'ready', child: { pid: child.pid ?? 0, ended, stop: () => stopProcess(child, ended) } });
    });
    void ended.then(({ reason, isDeath }) => resolve({ kind: 'failed', reason, isDeath }));
  });
}

async function stopProcess(child: ChildProcess, ended: Promise<ProcessEnd>): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
  const message: ToChild = { kind: 'stop' };
  if (child.connected) child.send(message, () => undefined);
  await ended;
  clearTimeout(timer);
}

function describeEnd(code: number | null, signal: string | null, output: readonly string[]): ProcessEnd {
  const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  const byLogin = code === EXIT_CODE.brokenByLogin || signal === TIME_LIMIT_SIGNAL;
  const isDeath = signal !== null || byLogin || code === EXIT_CODE.broken;
  return { reason: output.length === 0 ? how : `${how}: ${output.join(' | ')}`, byLogin, isDeath };
}
