import { isOperator, type Role } from '../platform/login/rules/caller.ts';
import { readRequestDate } from '../kernel/time/business-date.ts';
import type { HttpContext } from '../platform/http/environment.ts';
import { ApiRefusal, askingAs } from './api-client.ts';
import type { Forwarded } from './forward.ts';
import type { Language } from '../kernel/language.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { chosenIndustry } from './session.ts';
import { textsOf } from './texts.ts';
import type { Visit, Visitor } from './visit.ts';

/** GET /api/user/user. */
interface Profile {
  readonly data: Omit<Visitor, 'isOperator'> & {
    readonly role: Role;
    readonly clock: {
      readonly industryId: string;
      readonly industryName: string;
      readonly timezone: string;
      readonly startAt: string;
      readonly today: string;
    };
  };
}

function lookedAt(
  { clock }: Profile['data'],
  language: Language,
): Pick<Visit, 'industryId' | 'industryName' | 'clock'> {
  const { industryId, industryName, timezone, startAt } = clock;
  const today = readRequestDate(clock.today)?.date;
  if (today === undefined) throw new Error(`The service told no date of today: ${clock.today}`);
  return { industryId, industryName, clock: { timezone, language, startAt, today } };
}

/**
 * Who looks at what, and how the page asks. An operator's chosen industry may be gone: its name stays, so that the page
 * tells of it and another one can be chosen.
 * @throws ApiRefusal, SessionOver
 */
export async function visitOf(
  c: HttpContext,
  send: (request: Forwarded) => Promise<Response | null>,
  nowMs: number,
): Promise<Visit> {
  const language = languageOf(c);
  const own = (await askingAs(send, null, language).ask<Profile>('/api/user/user')).data;
  const visitor: Visitor = { ...own, isOperator: isOperator({ role: own.role, homeIndustryId: own.industryId }) };
  const chosen = visitor.isOperator ? chosenIndustry(c) : null;
  const asked = askingAs(send, chosen, language);
  const shown =
    chosen === null
      ? lookedAt(own, language)
      : await asked.ask<Profile>('/api/user/user').then(
          ({ data }) => lookedAt(data, language),
          (error: unknown) => {
            if (!(error instanceof ApiRefusal)) throw error;
            return { ...lookedAt(own, language), industryId: chosen, industryName: chosen };
          },
        );
  return { ...asked, c, visitor, ...shown, language, texts: textsOf(language), nowMs, typed: null };
}
