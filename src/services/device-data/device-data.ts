import type { Context } from '../../context.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { type Compared, type CompareRequest, compareDeviceData } from './compare.ts';
import { readV2, type V2Answer, type V2Request } from './v2.ts';

/** The use cases of this folder, bound to one database. Every one reads the given industry and nothing else. */
export interface DeviceDataService {
  readV2(industry: Industry, request: V2Request): Promise<V2Answer>;
  compare(industry: Industry, request: CompareRequest): Promise<Compared>;
}

export const createDeviceData = (context: Pick<Context, 'database' | 'clock'>): DeviceDataService => ({
  readV2: (industry, request) => readV2(context, industry, request),
  compare: (industry, request) => compareDeviceData(context, industry, request),
});
