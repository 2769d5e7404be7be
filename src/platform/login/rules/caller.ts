import type { Industry } from '../../../kernel/industry/industry.ts';

/** The operator tenant (specification, Industry). */
export const OPERATOR_INDUSTRY_ID = 'INTERNAL';

/** The refusal of an endpoint to whoever is none of the operators. */
export const OPERATORS_ONLY = 'This endpoint is for operators';

export const ROLES = ['user', 'admin', 'guest'] as const;
export type Role = (typeof ROLES)[number];

export const LOGIN_TYPES = ['DEFAULT', 'SSO', 'SOCIAL', 'OTP', 'DOCS'] as const;
export type LoginType = (typeof LOGIN_TYPES)[number];

/**
 * Caller of a request. `industryId`, `industryKey` and `industry` are the industry acted on: the caller's own, or the
 * one an operator named by targetIndustryId. Role and permissions are the present ones, not those of the day on which
 * the token was issued.
 */
export interface Caller {
  readonly userId: string;
  readonly userKey: number;
  readonly email: string;
  readonly username: string;
  readonly role: Role;
  readonly permissions: readonly string[];
  readonly industryId: string;
  readonly industryKey: number;
  readonly industry: Industry;
  /** The industry the caller belongs to. */
  readonly homeIndustryId: string;
  readonly loginType: string;
  /** Identity of the presented token. */
  readonly jti: string;
  /** Identity of the login that the token belongs to. */
  readonly sid: string;
}

/** Operators may act on any industry. A guest never acts. */
export const isOperator = (caller: Pick<Caller, 'homeIndustryId' | 'role'>): boolean =>
  caller.homeIndustryId === OPERATOR_INDUSTRY_ID && caller.role !== 'guest';

/** Actor in the audit. */
export interface Actor {
  readonly userId: string;
  /** The actor's own industry, INTERNAL for an operator. */
  readonly industryId: string;
  /** Network of the client; null for a command on the machine. */
  readonly address: string | null;
}

/** The person who runs a command on the machine. */
export const COMMAND: Actor = { userId: 'command', industryId: OPERATOR_INDUSTRY_ID, address: null };
