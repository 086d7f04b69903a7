import { CapabilitiesResponse, ContentResponse, SettingsResponse, StatusResponse } from '@parley/core/api';
import type { Operation } from './operation.ts';

/** Public operations about the server itself. */
export const SERVER_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/capabilities',
    summary: 'What this server’s model can do, and why not',
    auth: 'anyone',
    answer: CapabilitiesResponse,
  },
  {
    method: 'get',
    path: '/api/status',
    summary: 'How each part is doing, measured',
    auth: 'anyone',
    answer: StatusResponse,
  },
  {
    method: 'get',
    path: '/api/settings',
    summary: 'What a client has to know before anyone signs in',
    auth: 'anyone',
    answer: SettingsResponse,
  },
  {
    method: 'get',
    path: '/api/content/{page}',
    summary: 'The words of an information page',
    auth: 'anyone',
    answer: ContentResponse,
  },
  {
    method: 'get',
    path: '/api/openapi.json',
    summary: 'This document',
    auth: 'anyone',
    answer: { type: 'application/json', description: 'An OpenAPI 3.1 document.' },
  },
];
