import { html } from 'hono/html';
import { inThrees, numberText } from '../../figures/rules/explain/number-text.ts';
import { clockText } from '../../kernel/format/date-text.ts';
import { decimalsFor, figureText } from '../../kernel/format/figure-text.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import type { Explanation } from '../../figures/http/schemas/explain.ts';
import { explainAddress, dateOf } from '../dates.ts';
import { MISSING } from '../figures.ts';
import { type Markup, scrolledTable, type Visit } from '../page.ts';
import { serviceWords } from '../service-words.ts';
import { fill, type Texts } from '../texts.ts';

type Formula = NonNullable<Explanation['formula']>;
type Step = Explanation['steps'][number];

/** The formula of a sealed day and its units, without numbers, because the readings are gone. */
function formulaAlone({ calculations, operands }: Formula, explanation: Explanation, { texts }: Visit): Markup {
  const unitIds = new Set(operands.flatMap(({ units }) => units.map(({ unitId }) => unitId)));
  return html`<section class="panel" id="formula" data-live>
    <h2>${texts.explain.formula}</h2>
    <p><code>${calculations ?? ''}</code></p>
    <ul>
      ${[...unitIds].map(
        (unitId) =>
          html`<li>
            <a href="${explainAddress(unitId, dateOf(explanation.date), explanation.hour)}">${unitId}</a>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The formula, operand by operand. Each unit links to its own explanation. */
function formulaPart(formula: Formula, explanation: Explanation, { texts }: Visit): Markup {
  const { explain, figures } = texts;
  const { divisionFactor } = explanation.figure;
  const date = dateOf(explanation.date);
  const values = formula.operands.map(({ value }) => value).filter((value) => value !== null);
  const decimals = decimalsFor(values.map((value) => value / divisionFactor));
  const text = (raw: number | null): string => (raw === null ? MISSING : figureText(raw / divisionFactor, decimals));
  return html`<section class="panel" id="formula" data-live>
    <h2>${explain.formula}</h2>
    <p><code>${formula.calculations ?? ''}</code></p>
    ${formula.text === null ? '' : html`<p><code>${withMinus(inThrees(formula.text))}</code></p>`}
    ${formula.reasonForNull === null ? '' : html`<p>${fill(explain.nullBecause, { reason: serviceWords(texts.language, formula.reasonForNull) })}</p>`}
    ${formula.isClamped ? html`<p>${explain.clamped}</p>` : ''}
    ${scrolledTable(
      explain.formula,
      [explain.operand, { figure: figures.value, unit: explanation.siUnit }, { figure: explain.usedAs }],
      formula.operands.map(
        ({ name, value, usedAs, units }) =>
          html`<tr>
            <th scope="row">
              ${units.some(({ unitId }) => unitId === name) ? '' : name}
              ${units.map(
                ({ unitId }) =>
                  html`<div><a href="${explainAddress(unitId, date, explanation.hour)}">${unitId}</a></div>`,
              )}
            </th>
            <td class="figure ${value === null ? 'missing' : ''}">${text(value)}</td>
            <td class="figure">${text(usedAs)}</td>
          </tr>`,
      ),
    )}
  </section>`;
}

/** Whether the hour has not begun, so that no reading is missing yet. */
const isToCome = ({ window, hour: asked }: Explanation, { rule, hour }: Step, nowMs: number): boolean =>
  rule === 'no reading' && asked === null && hour !== null && Date.parse(window.from) + hour * HOUR_MS > nowMs;

/** The text with a minus in place of the hyphen. */
const withMinus = (text: string): string => text.replaceAll(/(?<=^|[\s(])-(?=[\s\d])/g, '\u2212');

/** The words of a step: those of the API, which are English; else the figures that went into it. */
function stepWords({ text, numbers }: Step, { language }: Texts): Markup | string {
  if (language === 'en') return withMinus(text);
  const named = Object.entries(numbers).map(
    ([name, value]) => html`<code>${name}</code> ${value === null ? MISSING : withMinus(numberText(value))} `,
  );
  return html`${named}`;
}

/** The applied rules. A rule that has no name here has the one of the API. */
export function arithmetic(explanation: Explanation, visit: Visit): Markup {
  const { formula, siUnit, figure } = explanation;
  const steps = explanation.steps.filter((step) => !isToCome(explanation, step, visit.nowMs));
  const { explain, explainRules } = visit.texts;
  const rules: Readonly<Record<string, string>> = explainRules;
  const hourText = (hour: number): string =>
    clockText(Date.parse(explanation.window.from) + hour * HOUR_MS, visit.clock.timezone);
  if (explanation.sealed !== null) return formula === null ? html`` : formulaAlone(formula, explanation, visit);
  return html`${formula === null ? '' : formulaPart(formula, explanation, visit)}
  ${
    steps.length === 0
      ? ''
      : html`<section class="panel">
          <h2>${explain.arithmetic}</h2>
          <p class="muted">
            ${figure.divisionFactor === 1 ? explain.arithmeticPlain : fill(explain.arithmeticHint, { unit: siUnit })}
          </p>
          <ol id="steps" data-live>
            ${steps.map(
              (step) =>
                html`<li>
                  ${step.hour === null || explanation.hour !== null ? '' : html`<strong>${hourText(step.hour)}</strong> `}<em>${rules[step.rule] ?? step.rule}</em>:
                  ${stepWords(step, visit.texts)}
                </li>`,
            )}
          </ol>
        </section>`
  }`;
}
