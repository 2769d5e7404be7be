import type { DataContext } from '../../context.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { withRetired } from '../../domain/industry/retired.ts';
import { type Compared, type CompareRequest, compareDeviceData } from './compare.ts';
import { type GranularAnswer, type GranularRequest, readGranular } from './granular.ts';
import { type LandingAnswer, type LandingRequest, readLandingPage } from './landing-page.ts';
import { type OverviewAnswer, type OverviewRequest, readOverview } from './overview.ts';
import { readSummaryPage, type SummaryAnswer, type SummaryRequest } from './summary-page.ts';
import { readThinned, type ThinnedAnswer, type ThinnedRequest } from './thinned.ts';
import { readTrend, type TrendAnswer, type TrendRequest } from './yearly-trend.ts';
import { readV1, type V1Answer, type V1Request } from './v1.ts';
import { readV2, type V2Answer, type V2Request } from './v2.ts';

/**
 * The use cases of this folder, bound to one database. Every one reads the given industry and nothing else. Retired
 * units count for the days until then.
 */
export interface DeviceDataService {
  readV1(industry: Industry, request: V1Request): Promise<V1Answer>;
  readV2(industry: Industry, request: V2Request): Promise<V2Answer>;
  compare(industry: Industry, request: CompareRequest): Promise<Compared>;
  readGranular(industry: Industry, request: GranularRequest): Promise<GranularAnswer>;
  readLandingPage(industry: Industry, request: LandingRequest): Promise<LandingAnswer>;
  readOverview(industry: Industry, request: OverviewRequest): Promise<OverviewAnswer>;
  readSummaryPage(industry: Industry, request: SummaryRequest): Promise<SummaryAnswer>;
  readThinned(industry: Industry, request: ThinnedRequest): Promise<ThinnedAnswer>;
  readTrend(industry: Industry, request: TrendRequest): Promise<TrendAnswer>;
}

export const createDeviceData = (context: DataContext): DeviceDataService => ({
  readV1: (industry, request) => readV1(context, withRetired(industry), request),
  readV2: (industry, request) => readV2(context, withRetired(industry), request),
  compare: (industry, request) => compareDeviceData(context, withRetired(industry), request),
  readGranular: (industry, request) => readGranular(context, industry, request),
  readLandingPage: (industry, request) => readLandingPage(context, withRetired(industry), request),
  readOverview: (industry, request) => readOverview(context, withRetired(industry), request),
  readSummaryPage: (industry, request) => readSummaryPage(context, withRetired(industry), request),
  readThinned: (industry, request) => readThinned(context, industry, request),
  readTrend: (industry, request) => readTrend(context, withRetired(industry), request),
});
