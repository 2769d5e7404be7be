import type { DataContext } from '../../context.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { type BalanceAnswer, type BalanceRequest, readBalance } from './read-balance.ts';
import { drawBalance, type PictureRequest } from './draw-balance.ts';
import { type DiagramAnswer, type DiagramRequest, readDiagram } from './read-diagram.ts';

/** The use cases of this folder, bound to one database. Every one reads the given industry and nothing else. */
export interface WaterBalanceService {
  readBalance(industry: Industry, request: BalanceRequest): Promise<BalanceAnswer>;
  readDiagram(industry: Industry, request: DiagramRequest): Promise<DiagramAnswer>;
  /** An SVG document. */
  drawBalance(industry: Industry, request: PictureRequest): Promise<string>;
}

export const createWaterBalance = (context: DataContext): WaterBalanceService => ({
  readBalance: (industry, request) => readBalance(context, industry, request),
  readDiagram: (industry, request) => readDiagram(context, industry, request).then(({ answer }) => answer),
  drawBalance: (industry, request) => drawBalance(context, industry, request),
});
