/** A moment to come in words: 'at 21:40', 'tomorrow at 9:40', 'on Friday at 9:40'. */
export function whenResets(iso: string, now: Date): string {
  const moment = new Date(iso);
  const time = moment.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  if (moment.toDateString() === now.toDateString()) return `at ${time}`;
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  if (moment.toDateString() === tomorrow.toDateString()) return `tomorrow at ${time}`;
  return `on ${moment.toLocaleDateString('en-US', { weekday: 'long' })} at ${time}`;
}
