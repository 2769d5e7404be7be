import { askLanguageModel } from '../platform/channels/language-model.ts';
import type { Context } from '../context.ts';
import type { ReportDocument } from './rules/document.ts';
import { numbered, statementsOf, withWording, WORDING_INSTRUCTION, wordingFrom } from './rules/wording.ts';
import { reasonOf } from '../kernel/reason-of.ts';

/**
 * The summary with what the language model that is configured has chosen of its statements standing first. Without a
 * model, or when it fails, the sentences that rules have written stand alone, and nothing is missing.
 */
export async function wordSummary(
  { config, log }: Pick<Context, 'config' | 'log'>,
  document: ReportDocument,
): Promise<ReportDocument> {
  const { languageModel } = config;
  if (languageModel === null || document.service !== 'ai_summary') return document;
  const statements = statementsOf(document);
  if (statements.length === 0) return document;
  const { industryId } = document.industry;
  try {
    const asked = { instruction: WORDING_INSTRUCTION, text: numbered(statements) };
    const wording = wordingFrom(await askLanguageModel(languageModel, asked), statements);
    if (typeof wording !== 'string') return withWording(document, statements, wording);
    log.warn({ industryId, problem: wording }, 'the answer of the language model was refused');
  } catch (error) {
    log.warn({ industryId, problem: reasonOf(error) }, 'the language model failed');
  }
  return document;
}
