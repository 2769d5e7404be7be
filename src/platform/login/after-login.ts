import type { Logger } from '../../logger.ts';

/**
 * Work that follows a login. The session is recorded by then and a one-time password is used, so a failure is told to
 * the log, and whoever has logged in gets the tokens.
 */
export async function afterLogin(log: Pick<Logger, 'error'>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error }, 'a login is not noted where the next ones are counted');
  }
}
