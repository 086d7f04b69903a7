import { z } from 'zod';
import { invalid } from '../api-error.ts';
import { expand } from '../expand.ts';
import { findCustomer } from '../../records/find.ts';
import { newId } from '../../records/new-id.ts';
import type { PortalSession } from '../../records/objects.ts';
import { expandable, read } from '../params.ts';
import type { Call } from './call.ts';

const createSchema = z.strictObject({
  customer: z.string(),
  return_url: z.url({ protocol: /^https?$/, error: 'Not a valid URL' }).optional(),
  configuration: z.string().optional(),
  locale: z.string().optional(),
  flow_data: z.unknown().optional(),
  ...expandable,
});

export const PORTAL_CALLS: Call[] = [
  {
    method: 'POST',
    path: /^\/v1\/billing_portal\/sessions$/,
    answer({ ledger, knobs, origin, noteProductUrl }, params) {
      const asked = read(createSchema, params);
      if (!knobs.portalConfigured && asked.configuration === undefined) {
        throw invalid(
          'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
        );
      }
      const customer = findCustomer(ledger, asked.customer, 'customer');
      if (asked.return_url) noteProductUrl(asked.return_url, 'return_url');
      const id = newId('bps');
      const session: PortalSession = {
        id,
        object: 'billing_portal.session',
        configuration: asked.configuration ?? 'bpc_sandbox',
        created: ledger.now(),
        customer: customer.id,
        flow: null,
        livemode: false,
        locale: asked.locale ?? null,
        on_behalf_of: null,
        return_url: asked.return_url ?? null,
        url: `${origin()}/stripe/portal/${id}`,
      };
      ledger.portalSessions.set(id, session);
      return expand(ledger, session, asked.expand);
    },
  },
];
