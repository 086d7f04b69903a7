import type { Params } from '../params.ts';
import type { Service } from '../../service.ts';

/** One API call, a row of a table. Its result is sent as JSON. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  /** Matches the whole path; its groups are ids. */
  path: RegExp;
  answer: (service: Service, params: Params, id: string) => object;
}
