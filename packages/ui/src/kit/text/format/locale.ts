/** The locale of dates, numbers and money. The build replaces it with its language's. */
export const LOCALE = 'en-US' as string;
