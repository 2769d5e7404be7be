import { describe, expect, it } from 'vitest';
import { statement } from '../../../src/platform/database/statements.ts';

/** The part of a statement between two marks, on one line. */
const part = (name: string, from: string, to: string): string => {
  const { text, parameters } = statement(name);
  const [, after] = text.replaceAll(/\$(\d+)/g, (_, number) => `@${parameters[Number(number) - 1]}`).split(from);
  const [found, rest] = (after ?? '').split(to);
  if (found === undefined || rest === undefined) throw new Error(`${name} has nothing between ${from} and ${to}.`);
  return found.replaceAll(/\s+/g, ' ').trim();
};

describe('a dry run asks what the run does', () => {
  it('of documents: what differs from the stored one', () => {
    const written = part('documents.write', '\n  WHERE ', 'RETURNING').replaceAll('excluded.', 'n.');
    expect(written).toContain('IS DISTINCT FROM n.value');
    expect(part('documents.compare', 'WHERE d.unit_key IS NULL OR ', 'ORDER BY')).toBe(written);
  });

  it('of the days after: those that an earlier day hands something on to', () => {
    const marked = part('ledger.mark_following', 'FROM ', 'GROUP BY');
    expect(marked).toContain('telemetry.following_days(');
    expect(part('ledger.following', 'FROM ', 'WHERE NOT EXISTS')).toBe(marked);
  });
});
