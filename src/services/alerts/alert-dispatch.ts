import type { Actor } from '../../domain/access/actor.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import type { Delivering } from './deliver.ts';
import { type AlertAnswer, requestAlert } from './request-alert.ts';

/** Alerts that are dispatched because somebody asks for it. */
export interface DispatchService {
  /**
   * Sends an alert to the recipients that the request names, and waits for it; once for the same request.
   * @throws ServiceError 400, 404 by the rules of the specification, User: alerts
   */
  request(industry: Industry, body: unknown, by: Actor): Promise<AlertAnswer>;
}

export const createDispatch = (delivering: Delivering): DispatchService => ({
  request: (industry, body, by) => requestAlert(delivering, industry, body, by),
});
