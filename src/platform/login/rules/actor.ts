import { OPERATOR_INDUSTRY_ID } from './caller.ts';

/** Who acts, as the audit tells it. */
export interface Actor {
  readonly userId: string;
  /** The actor's own industry, INTERNAL for an operator. */
  readonly industryId: string;
  /** Network of the client; null for a command on the machine. */
  readonly address: string | null;
}

/** The person who runs a command on the machine. */
export const COMMAND: Actor = { userId: 'command', industryId: OPERATOR_INDUSTRY_ID, address: null };
