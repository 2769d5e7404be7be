import { codeOf } from './error-code.ts';

/** Whether a process of this machine runs. One that may not be asked does. */
export function isProcessAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
