import { z } from 'zod';
import { page } from '../lists.ts';
import { paged, read } from '../params.ts';
import type { Call } from './call.ts';

const PATH = '/v1/webhook_endpoints';
const listSchema = z.strictObject(paged);

/** The only endpoint is the one that events are sent to. */
export const WEBHOOK_CALLS: Call[] = [
  {
    method: 'GET',
    path: /^\/v1\/webhook_endpoints$/,
    answer: ({ webhookUrl }, params) =>
      page(
        PATH,
        [
          {
            id: 'we_sandbox',
            object: 'webhook_endpoint',
            url: webhookUrl(),
            status: 'enabled',
            enabled_events: ['*'],
            livemode: false,
          },
        ],
        read(listSchema, params),
      ),
  },
];
