import { codeOf } from './error-code.ts';

/**
 * Classes 08 (connection) and 57 (shutdown, starting up), too many connections, and what the sockets themselves report.
 */
const UNAVAILABLE_CODE =
  /^(?:08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const UNAVAILABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether the database could not be reached, as opposed to having refused a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = codeOf(error) ?? '';
  // The embedded engine's socket file is gone while it restarts.
  const socketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return socketGone || UNAVAILABLE_CODE.test(code) || UNAVAILABLE_MESSAGE.test(error.message);
}
