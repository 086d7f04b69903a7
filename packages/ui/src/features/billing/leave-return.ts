const FIELDS = ['payment_success', 'session_id'];

/** Whether this query is that of somebody who comes back from paying. */
export function isReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get('payment_success') === 'true' && Boolean(query.get('session_id'));
}

/** Logs which checkout somebody comes back from, which decides nothing, and takes it out of the address. */
export function leaveReturn(search: string): void {
  const sessionId = new URLSearchParams(search).get('session_id');
  if (sessionId !== null) console.info(`Back from checkout session ${sessionId}`);
  const address = new URL(location.href);
  for (const field of FIELDS) address.searchParams.delete(field);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
