import {
  fit,
  type AcceptancesResponse,
  type AcceptRequest,
  type AdminBrandRequest,
  type AdminBrandResponse,
  type Brand,
  type BrandResponse,
} from '@parley/core';
import type { Call } from '../create-transport.ts';
import { IncompatibleError } from '../incompatible-error.ts';
import type { Responses } from '../read-response.ts';

type Read = (name: 'success', path: string, call?: Call) => Promise<Responses['success']>;

const ACCEPTANCES = '/api/account/acceptances';
const ADMIN = '/api/admin/brand';

/** The calls about the operator's brand, loaded with the first of them. They reject as the API client does. */
export function createBrandCalls(read: Read) {
  /** Reads a response whose parts are all optional but these. */
  async function readAs<T extends object>(
    shape: { [Field in keyof T]?: unknown },
    path: string,
    call?: Call,
  ): Promise<T> {
    const answer: unknown = await read('success', path, call);
    try {
      return fit<T>(answer, shape as never);
    } catch (error) {
      throw new IncompatibleError(error);
    }
  }
  return {
    /** What pages show at the moment. */
    texts: async (): Promise<Brand> => (await readAs<BrandResponse>({ brand: {} }, '/api/brand')).brand,
    /** The versions that the user has not accepted yet. */
    missing: async () =>
      (await readAs<AcceptancesResponse>({ missing: [{ document: '', version: '' }] }, ACCEPTANCES)).missing,
    async accept(body: AcceptRequest): Promise<void> {
      await read('success', ACCEPTANCES, { method: 'POST', body });
    },
    /** For admins: what was changed, and what the file says. */
    changedBrand: (): Promise<AdminBrandResponse> =>
      readAs<AdminBrandResponse>({ changes: {}, file: {}, revision: 0 }, ADMIN),
    changeBrand: (body: AdminBrandRequest): Promise<AdminBrandResponse> =>
      readAs<AdminBrandResponse>({ changes: {}, file: {}, revision: 0 }, ADMIN, { method: 'PUT', body }),
  };
}
