import { escapeHtml, page } from '../../server/page.ts';
import type { Invoice } from '../records/objects.ts';
import { day, money } from './format.ts';

/** The page where a person sees an invoice and, once it is paid, the receipt. */
export function invoicePage(productName: string, invoice: Invoice): string {
  const { number, status, created, customer_email, total, currency, lines } = invoice;
  const items = lines.data.map(
    ({ description, amount }) => `<tr><td>${escapeHtml(description)}</td><td>${money(amount, currency)}</td></tr>`,
  );
  return page(
    status === 'paid' ? `Receipt from ${productName}` : `Invoice from ${productName}`,
    `<p>${escapeHtml(number ?? '')} · ${day(created)} · <span>${escapeHtml(status)}</span></p>
<p>${escapeHtml(customer_email ?? '')}. This page stands in for Stripe’s hosted invoices on this machine only.</p>
<table>${items.join('')}<tr><th>Total</th><th>${money(total, currency)}</th></tr></table>`,
  );
}
