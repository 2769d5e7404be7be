import { html } from 'hono/html';
import { figureText, ownDecimals } from '../../kernel/format/figure-text.ts';
import type { ListedRegisterEvent } from '../../figures/register-checks/listed.ts';
import { MISSING, spanText } from '../figures.ts';
import { momentText } from '../dates.ts';
import type { Markup } from '../page.ts';
import { fill } from '../texts.ts';
import type { Visit } from '../visit.ts';

/** Backward steps of a register as they were judged. Registers as the meter sends them, divided. */
export function registerEventList(
  { texts, clock }: Pick<Visit, 'texts' | 'clock'>,
  events: readonly ListedRegisterEvent[],
  divisionFactor: number,
): Markup {
  if (events.length === 0) return html`<p class="muted">${texts.unit.noEvents}</p>`;
  const time = (iso: string): string => momentText(iso, clock);
  const registers = events.flatMap(({ registerBefore, registerDuring, registerAfter }) =>
    [registerBefore, registerDuring, registerAfter].flatMap((raw) => (raw === null ? [] : raw / divisionFactor)),
  );
  const decimals = ownDecimals(registers);
  const register = (raw: number | null): string =>
    raw === null ? MISSING : figureText(raw / divisionFactor, decimals);
  return html`<ul>
    ${events.map(
      ({ kind, action, from, last, readingCount, registerBefore, registerDuring, registerAfter }) =>
        html`<li>
          ${
            kind === 'silence'
              ? fill(texts.unit.unheardEvent, {
                  when: spanText(time(from), time(last), texts),
                  before: register(registerBefore),
                  after: register(registerAfter),
                })
              : fill(texts.unit.eventLine, {
                  kind: texts.unit[kind],
                  when: spanText(time(from), time(last), texts),
                  count: readingCount,
                  before: register(registerBefore),
                  during: register(registerDuring),
                  after: register(registerAfter),
                })
          }
          ${kind === 'silence' ? '' : action === 'exclude' ? texts.unit.excluded : texts.unit.kept}
        </li>`,
    )}
  </ul>`;
}
