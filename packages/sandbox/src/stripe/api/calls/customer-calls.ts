import { z } from 'zod';
import { createCustomer, deleteCustomer } from '../../billing/customers.ts';
import { attachCard } from '../../billing/cards.ts';
import { expand } from '../expand.ts';
import { findCustomer } from '../../records/find.ts';
import { page } from '../lists.ts';
import { expandable, metadata, paged, read } from '../params.ts';
import type { Customer, Metadata } from '../../records/objects.ts';
import type { Call } from './call.ts';

const fields = {
  email: z.string().max(512).optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  phone: z.string().optional(),
  metadata: metadata.optional(),
  ...expandable,
};
const createSchema = z.strictObject({ ...fields, payment_method: z.enum(['pm_card_visa']).optional() });
const updateSchema = z.strictObject(fields);
const readSchema = z.strictObject(expandable);
const listSchema = z.strictObject({ email: z.string().optional(), ...paged });

const ONE = /^\/v1\/customers\/([^/]+)$/;
const ALL = /^\/v1\/customers$/;

export const CUSTOMER_CALLS: Call[] = [
  {
    method: 'POST',
    path: ALL,
    answer({ ledger }, params) {
      const { expand: paths, payment_method, ...asked } = read(createSchema, params);
      const customer = createCustomer(ledger, { ...asked, metadata: withoutEmpty(asked.metadata) });
      if (payment_method) customer.invoice_settings.default_payment_method = attachCard(ledger, customer, 'good').id;
      return expand(ledger, customer, paths);
    },
  },
  {
    method: 'GET',
    path: ALL,
    answer({ ledger }, params) {
      const { email, ...asked } = read(listSchema, params);
      const found = [...ledger.customers.values()].filter(
        (customer) => email === undefined || customer.email === email,
      );
      return expand(ledger, page('/v1/customers', found, asked), asked.expand);
    },
  },
  {
    method: 'GET',
    path: ONE,
    answer({ ledger }, params, id) {
      const { expand: paths } = read(readSchema, params);
      if (ledger.deletedCustomers.has(id)) return { id, object: 'customer', deleted: true };
      return expand(ledger, findCustomer(ledger, id), paths);
    },
  },
  {
    method: 'POST',
    path: ONE,
    answer({ ledger }, params, id) {
      const { expand: paths, metadata: changes, ...asked } = read(updateSchema, params);
      const customer = findCustomer(ledger, id);
      const emptied = Object.entries(asked).map(([field, value]) => [field, value === '' ? null : value]);
      ledger.update('customer.updated', customer, {
        ...(Object.fromEntries(emptied) as Partial<Customer>),
        ...(changes ? { metadata: withoutEmpty({ ...customer.metadata, ...changes }) } : {}),
      });
      return expand(ledger, customer, paths);
    },
  },
  {
    method: 'DELETE',
    path: ONE,
    answer({ ledger }, _params, id) {
      deleteCustomer(ledger, findCustomer(ledger, id));
      return { id, object: 'customer', deleted: true };
    },
  },
];

function withoutEmpty(given: Metadata = {}): Metadata {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}
