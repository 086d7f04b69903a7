const FIELDS = ['payment_success', 'session_id'];

/** Whether this query string is that of a return from a payment. */
export function isReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get('payment_success') === 'true' && Boolean(query.get('session_id'));
}

/** Logs the checkout id, which decides nothing, and removes it from the URL. */
export function leaveReturn(search: string): void {
  const sessionId = new URLSearchParams(search).get('session_id');
  if (sessionId !== null) console.info(`Back from checkout session ${sessionId}`);
  const address = new URL(location.href);
  for (const field of FIELDS) address.searchParams.delete(field);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
