/** Whether the page at this path of an address is about plans and paying. */
export function isBillingPage(path: string): boolean {
  return /^\/(?:pricing|premium|payment-success|payment-cancel)\/?$/.test(path);
}
