import { missingPermissions, type Permission } from '../platform/login/rules/permissions.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import type { HttpContext } from '../platform/http/environment.ts';
import type { Asked } from './api-client.ts';
import type { Language } from '../kernel/language.ts';
import type { Texts } from './texts.ts';

/** Who looks at a page; GET /api/user/user. */
export interface Visitor {
  readonly userId: string;
  readonly username: string;
  readonly role: string;
  readonly industryId: string;
  readonly industryName: string;
  readonly permissions: readonly string[];
  /** A person of industry INTERNAL who is no guest, and may look at every industry. */
  readonly isOperator: boolean;
}

/** The clock by which a page tells days and times, and their language. */
interface VisitClock {
  readonly timezone: string;
  readonly language: Language;
  /** Local time at which a business day begins, `06:00:00`. */
  readonly startAt: string;
  readonly today: BusinessDate;
}

/** The visit that a page answers: the request, the person, the texts, and a way to ask the API as that person. */
export interface Visit extends Asked {
  readonly c: HttpContext;
  readonly visitor: Visitor;
  /** The industry shown: the visitor's own, or the one an operator has chosen. */
  readonly industryId: string;
  readonly industryName: string;
  readonly clock: VisitClock;
  readonly language: Language;
  readonly texts: Texts;
  readonly nowMs: number;
  /** The form that was sent and stays as it was typed, because it was refused or tried; null: none was. */
  readonly typed: FormData | null;
}

/** Whether the API would let the visitor do what asks for this permission. */
export const may = ({ permissions }: Pick<Visitor, 'permissions'>, permission: Permission): boolean =>
  missingPermissions(permissions, [permission]).length === 0;
