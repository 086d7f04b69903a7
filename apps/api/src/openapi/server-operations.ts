import { z } from 'zod';
import { INFO_PAGES, type InfoPageId } from '@parley/core';
import type { Operation } from './operation.ts';
import { capability, success } from './shapes.ts';

const health = z.enum(['operational', 'degraded', 'down']);

/** Public operations about the server itself. */
export const SERVER_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/capabilities',
    summary: 'What this server’s model can do, and why not',
    auth: 'anyone',
    answer: success.extend({
      normal: capability,
      thinking: capability,
      image: capability,
      web_search: capability,
      attachImage: capability,
      attachPdf: capability,
    }),
  },
  {
    method: 'get',
    path: '/api/status',
    summary: 'How each part is doing, measured',
    auth: 'anyone',
    answer: success.extend({
      parts: z.array(
        z.strictObject({
          id: z.string(),
          label: z.string(),
          status: health.nullable().describe('Null while nothing was measured.'),
          reason: z.exactOptional(z.string()),
          lastHour: z.array(z.enum([...health.options, 'none'])).describe('60 minutes, the running one last.'),
        }),
      ),
    }),
  },
  {
    method: 'get',
    path: '/api/settings',
    summary: 'What a client has to know before anyone signs in',
    auth: 'anyone',
    answer: success.extend({
      settings: z.strictObject({
        productName: z.string(),
        messagesLimit: z.int().describe('Of the free tier.'),
        windowHours: z.number(),
        appleClientId: z.string().nullable().describe('Null where Sign in with Apple is not set up.'),
        appleScriptUrl: z.string().nullable(),
        sendsMail: z.boolean(),
        takesPayments: z.boolean(),
        searchesWeb: z.boolean(),
        drawsPictures: z.boolean(),
        verifiesFirst: z.boolean().describe('Whether messages need a verified address.'),
      }),
    }),
  },
  {
    method: 'get',
    path: '/api/content/{page}',
    summary: 'The words of an information page',
    auth: 'anyone',
    answer: success.extend({
      id: z.enum(INFO_PAGES.map(({ id }) => id) as [InfoPageId, ...InfoPageId[]]),
      title: z.string(),
      description: z.string(),
      markdown: z.string(),
    }),
  },
  {
    method: 'get',
    path: '/api/openapi.json',
    summary: 'This document',
    auth: 'anyone',
    answer: { type: 'application/json', description: 'An OpenAPI 3.1 document.' },
  },
];
