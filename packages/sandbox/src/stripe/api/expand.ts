import { invalid } from './api-error.ts';
import { paymentsOf } from '../records/invoice-payments.ts';
import { page } from './lists.ts';
import type { Ledger } from '../records/ledger.ts';

type Json = Record<string, unknown>;

/** Copies the object and replaces the ids named in `expand[]` with their objects. */
export function expand(ledger: Ledger, object: object, paths: string[] = []): object {
  const copy = structuredClone({ ...object }) as Json;
  for (const path of paths) expandPath(ledger, copy, path.split('.'), path);
  return copy;
}

function expandPath(ledger: Ledger, at: Json, [field = '', ...rest]: string[], whole: string): void {
  const value = field === 'payments' && at['object'] === 'invoice' ? paymentsIn(ledger, at['id'] as string) : at[field];
  if (value === null) return;
  if (Array.isArray(value)) {
    for (const each of value as Json[]) expandPath(ledger, each, rest, whole);
    return;
  }
  const found = typeof value === 'string' ? lookUp(ledger, field, value) : value;
  if (found === undefined || typeof found !== 'object') {
    throw invalid(`This property cannot be expanded (${whole}).`, 'expand');
  }
  at[field] = structuredClone(found);
  if (rest.length > 0) expandPath(ledger, at[field] as Json, rest, whole);
}

/** An invoice has its payments only where they are expanded. */
function paymentsIn(ledger: Ledger, id: string): object | undefined {
  const invoice = ledger.invoices.get(id);
  return invoice && page('/v1/invoice_payments', paymentsOf(invoice), {});
}

function lookUp(ledger: Ledger, field: string, id: string): object | undefined {
  switch (field) {
    case 'customer':
      return ledger.customers.get(id) ?? { id, object: 'customer', deleted: true };
    case 'subscription':
      return ledger.subscriptions.get(id);
    case 'latest_invoice':
    case 'invoice':
      return ledger.invoices.get(id);
    case 'default_payment_method':
      return ledger.paymentMethods.get(id);
    case 'product':
      return ledger.product;
    default:
      return undefined;
  }
}
