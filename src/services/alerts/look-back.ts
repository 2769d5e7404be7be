import type { DataContext } from '../../context.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { askBacktest, type BacktestAnswer, type BacktestAsked } from './ask-backtest.ts';
import { type NightFlow, readNightFlow } from './night-flow.ts';

/** What alerts know of the past, bound to one database. Every use case reads the given industry and nothing else. */
export interface LookBackService {
  readNightFlow(
    industry: Industry,
    asked: { readonly unitId: string; readonly date: BusinessDate | null },
  ): Promise<NightFlow>;
  backtest(industry: Industry, asked: BacktestAsked): Promise<BacktestAnswer>;
}

export const createLookBack = (context: DataContext): LookBackService => ({
  readNightFlow: (industry, asked) => readNightFlow(context, industry, asked),
  backtest: (industry, asked) => askBacktest(context, industry, asked),
});
