import { CapabilitiesResponse, ContentResponse, SettingsResponse, StatusResponse } from '@parley/core/api';
import type { Operation } from '../operation.ts';

/** Public operations about the server itself. */
export const SERVER_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/capabilities',
    operationId: 'getCapabilities',
    summary: 'What this server’s model can and can’t do, with reasons',
    auth: 'anyone',
    answer: CapabilitiesResponse,
  },
  {
    method: 'get',
    path: '/api/status',
    operationId: 'getStatus',
    summary: 'The measured status of each part',
    auth: 'anyone',
    answer: StatusResponse,
  },
  {
    method: 'get',
    path: '/api/settings',
    operationId: 'getSettings',
    summary: 'Settings that a client needs before sign-in',
    auth: 'anyone',
    answer: SettingsResponse,
  },
  {
    method: 'get',
    path: '/api/content/{page}',
    operationId: 'getPage',
    summary: 'The text of an information page',
    auth: 'anyone',
    answer: ContentResponse,
  },
  {
    method: 'get',
    path: '/api/openapi.json',
    operationId: 'getOpenApiDocument',
    summary: 'This document',
    auth: 'anyone',
    answer: { type: 'application/json', description: 'An OpenAPI 3.1 document.' },
  },
];
