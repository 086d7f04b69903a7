import type {
  AcceptancesResponse,
  AcceptRequest,
  AdminBrandRequest,
  AdminBrandResponse,
  Brand,
  BrandResponse,
} from '@parley/core';
import type { Read } from '../create-transport.ts';

const ACCEPTANCES = '/api/account/acceptances';
const ADMIN = '/api/admin/brand';

/** The calls about the operator's brand, loaded with the first of them. They reject as the API client does. */
export function createBrandCalls(read: Read) {
  return {
    /** What pages show at the moment. */
    texts: async (): Promise<Brand> => (await read<BrandResponse>({ brand: {} }, '/api/brand')).brand,
    /** The versions that the user has not accepted yet. */
    missing: async () =>
      (await read<AcceptancesResponse>({ missing: [{ document: '', version: '' }] }, ACCEPTANCES)).missing,
    async accept(body: AcceptRequest): Promise<void> {
      await read('success', ACCEPTANCES, { method: 'POST', body });
    },
    /** For admins: what was changed, and what the file says. */
    changedBrand: (): Promise<AdminBrandResponse> =>
      read<AdminBrandResponse>({ changes: {}, file: {}, revision: 0 }, ADMIN),
    changeBrand: (body: AdminBrandRequest): Promise<AdminBrandResponse> =>
      read<AdminBrandResponse>({ changes: {}, file: {}, revision: 0 }, ADMIN, { method: 'PUT', body }),
  };
}
