import {
  AppError,
  type AcceptRequest,
  type AdminBrandRequest,
  type AdminBrandResponse,
  type Brand,
} from '@parley/core';
import type { createBrandCalls } from '../../api/calls/brand-calls.ts';

/** The calls about the brand, with a server that accepts every change of what is stored. */
export class ScriptedBrand implements ReturnType<typeof createBrandCalls> {
  shown: Brand = {};
  unaccepted: AcceptRequest['documents'] = [];
  state: AdminBrandResponse = { success: true, changes: {}, file: {}, revision: 0 };

  texts = async () => this.shown;
  missing = async () => this.unaccepted;
  accept = async ({ documents }: AcceptRequest) => {
    this.unaccepted = this.unaccepted.filter(
      (open) => !documents.some(({ document, version }) => document === open.document && version === open.version),
    );
  };
  changedBrand = async () => this.state;
  changeBrand = async ({ changes, revision }: AdminBrandRequest) => {
    if (revision !== this.state.revision) throw new AppError('conflict');
    this.state = { ...this.state, changes, revision: revision + 1 };
    return this.state;
  };
}
