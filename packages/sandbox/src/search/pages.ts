/** A searchable page of the product. */
export interface Page {
  url: string;
  title: string;
  /** True plain-text sentences about the product. */
  text: string;
}

const PAGES: { path: string; title: string; text: string }[] = [
  {
    path: '/help',
    title: 'Help Center',
    text:
      'The free plan has, by default, 10 messages every 12 hours. The 12 hours begin with your first message; when they ' +
      'are over, you have all messages again. A reply that fails is given back. A premium subscription has no message limit. You can ' +
      'cancel a subscription at any time from Settings, and keep access until the end of the period that you have paid ' +
      'for. Press Stop to end a reply while it is written; press Retry generation to get another answer. Thinking mode ' +
      'shows how the model reasons before it answers, Image mode makes pictures, Search mode looks things up and names ' +
      'its sources. You can attach pictures, text files and PDF documents. Your conversations are private to your ' +
      'account. A deleted one can be brought back for 30 days and is then removed with its files.',
  },
  {
    path: '/api',
    title: 'API Documentation',
    text:
      'Programs talk to the API with a bearer token in the Authorization header. Call GET /api/auth/me to see whether a ' +
      'token is good. Call POST /api/chat/stream with conversationId and text to ask something; the reply streams as ' +
      'server-sent events. Rate limits apply to every account; contact us for higher rates.',
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    text:
      'This page says which personal data is kept, what for and for how long. Conversations and files are stored so that ' +
      'you find them again, and are sent to the model that answers. Export your data or delete your account in Settings.',
  },
  {
    path: '/terms',
    title: 'Terms of Service',
    text:
      'These are the rules for using the service: who may use it, what is not allowed, how subscriptions are paid and ' +
      'renewed, and what happens when an account is closed. Answers of a model can be wrong; check important information.',
  },
  {
    path: '/cookies',
    title: 'Cookie Policy',
    text:
      'This page says what the browser stores: what keeps you signed in, drafts, and preferences such as the theme and the ' +
      'chosen mode. Nothing is stored for advertising, and no one follows you across other web sites.',
  },
  {
    path: '/status',
    title: 'Service Status',
    text:
      'This page shows whether the Web App, the API and Image Generation are operational right now, and whether there is ' +
      'an outage or an incident.',
  },
  {
    path: '/contact',
    title: 'Contact',
    text: 'Write to support by e-mail when something does not work, or about billing, higher rate limits and feedback.',
  },
];

/** All searchable pages. `origin` is the product's public origin. */
export function productPages(productName: string, origin: string): Page[] {
  return PAGES.map(({ path, title, text }) => ({
    url: new URL(path, origin).href,
    title: `${title} - ${productName}`,
    text,
  }));
}
