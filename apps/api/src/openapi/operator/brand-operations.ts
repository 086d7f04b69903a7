import {
  AcceptancesResponse,
  AcceptRequest,
  AdminBrandRequest,
  AdminBrandResponse,
  BrandResponse,
} from '@parley/core/api';
import type { Operation } from '../operation.ts';

export const BRAND_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/brand',
    operationId: 'getBrand',
    summary: 'The operator’s own texts, colors and banner',
    auth: 'anyone',
    answer: BrandResponse,
  },
  {
    method: 'get',
    path: '/api/account/acceptances',
    operationId: 'getAcceptances',
    summary: 'The versions of the terms and the privacy page that the user accepted, and those still to be',
    auth: 'user',
    scope: 'read',
    answer: AcceptancesResponse,
  },
  {
    method: 'post',
    path: '/api/account/acceptances',
    operationId: 'acceptDocuments',
    summary: 'Accept the current versions of the terms and the privacy page',
    auth: 'user',
    body: AcceptRequest,
    answer: AcceptancesResponse,
  },
  {
    method: 'get',
    path: '/api/admin/brand',
    operationId: 'getBrandChanges',
    summary: 'What admins changed of the brand',
    auth: 'user',
    answer: AdminBrandResponse,
  },
  {
    method: 'put',
    path: '/api/admin/brand',
    operationId: 'updateBrand',
    summary: 'Change the brand',
    description: 'Replaces all earlier changes. A color without enough contrast is refused with one that would do.',
    auth: 'user',
    body: AdminBrandRequest,
    answer: AdminBrandResponse,
  },
];
