import { fork } from 'node:child_process';
import { once } from 'node:events';

/** The one answer that a process of its own gives to its order. @throws Error where it ends without one */
export async function answerOfProcess(file: URL, order: object): Promise<unknown> {
  const child = fork(file, { serialization: 'advanced' });
  child.send(order);
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The process of ${file.pathname} ended with ${String(code)}`);
    }),
  ]);
  return answer;
}
