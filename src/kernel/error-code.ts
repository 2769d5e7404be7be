/** SQLSTATE of an error of the database, a name such as ENOENT of an error of the system; null when it has neither. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Whether a thread ended because its work takes more memory than it has. */
export const isOutOfMemory = (error: unknown): boolean => codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';
