import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/** The name service of this process: names of `.water.test` are this machine, while it is there. */
export interface NameService {
  goAway(): void;
  comeBack(): void;
  /** Gives the machine its own name service again. */
  restore(): void;
}

type Answer = (error: NodeJS.ErrnoException | null, address?: string | LookupAddress[], family?: number) => void;

/**
 * Answers for names of `.water.test` in place of the machine's name service; all other names go on to that one. While it
 * is away, names get EAI_AGAIN. Connections that are made already stay, as in the field.
 */
export function takeNameService(): NameService {
  const { lookup } = dns;
  let isAway = false;
  const answering = (name: string, options: dns.LookupOptions, answer: Answer): void => {
    if (!name.endsWith('.water.test')) {
      lookup(name, options, answer);
      return;
    }
    const all = options.all === true;
    setImmediate(() => {
      if (isAway) {
        const error = new Error(`getaddrinfo EAI_AGAIN ${name}`);
        answer(Object.assign(error, { code: 'EAI_AGAIN', errno: -3001, syscall: 'getaddrinfo', hostname: name }));
      } else if (all) answer(null, [{ address: '127.0.0.1', family: 4 }]);
      else answer(null, '127.0.0.1', 4);
    });
  };
  const replaced = (name: string, options: dns.LookupOptions | number | Answer, answer?: Answer): void => {
    if (typeof options === 'function') answering(name, {}, options);
    else if (answer !== undefined) answering(name, typeof options === 'number' ? { family: options } : options, answer);
  };
  // Overloads and the promised form are not used by the libraries.
  dns.lookup = replaced as typeof lookup;
  syncBuiltinESMExports();
  return {
    goAway: () => {
      isAway = true;
    },
    comeBack: () => {
      isAway = false;
    },
    restore: () => {
      dns.lookup = lookup;
      syncBuiltinESMExports();
    },
  };
}
