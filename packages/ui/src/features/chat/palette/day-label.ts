/** Shortest label for a timestamp's day: `Today`, `Yesterday`, `12 Apr`, `12 Apr 2024`. */
export function dayLabel(timestamp: string, today: Date): string {
  const date = new Date(timestamp);
  const midnight = (daysAgo: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo).getTime();
  if (date.getTime() >= midnight(0)) return 'Today';
  if (date.getTime() >= midnight(1)) return 'Yesterday';
  const isThisYear = date.getFullYear() === today.getFullYear();
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(date);
}
