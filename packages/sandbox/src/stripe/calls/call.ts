import type { Params } from '../params.ts';
import type { Service } from '../service.ts';

/** One call of the API, as a row of a table: what it answers goes over the wire as JSON. */
export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  /** Of the whole path; its groups are ids. */
  path: RegExp;
  answer: (service: Service, params: Params, id: string) => object;
}
