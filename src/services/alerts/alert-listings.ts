import type { DataContext } from '../../context.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { type AlertDetail, readAlert } from './alert-detail.ts';
import { type AlertGraph, type GraphRequest, readAlertGraph } from './alert-graph.ts';
import { countByIndustry, type IndustryCounts, type IndustryCountsRequest } from './industry-counts.ts';
import { listByCategory, listDays, listNewest } from './listings.ts';

/** Of a function, what is left when database and clock are given. */
type Bound<F> = F extends (context: DataContext, ...rest: infer R) => infer A ? (...rest: R) => A : never;

/** Alerts as pages show them. All but the counts for operators read the given industry and nothing else. */
export interface AlertListingsService {
  readonly listDays: Bound<typeof listDays>;
  readonly listNewest: Bound<typeof listNewest>;
  readonly listByCategory: Bound<typeof listByCategory>;
  readGraph(industry: Industry, request: GraphRequest): Promise<AlertGraph>;
  countByIndustry(request: IndustryCountsRequest): Promise<IndustryCounts>;
  /** @throws ServiceError 404 when it is not the industry's. */
  read(industry: Industry, alertId: string): Promise<AlertDetail>;
}

export const createAlertListings = (context: DataContext): AlertListingsService => ({
  listDays: (...asked) => listDays(context, ...asked),
  listNewest: (...asked) => listNewest(context, ...asked),
  listByCategory: (...asked) => listByCategory(context, ...asked),
  readGraph: (industry, request) => readAlertGraph(context, industry, request),
  countByIndustry: (request) => countByIndustry(context, request),
  read: (industry, alertId) => readAlert(context, industry, alertId),
});
