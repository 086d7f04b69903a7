import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { standInSettings } from '../../auth/apple/apple-settings.ts';
import { standInOidc } from '../../auth/oidc/oidc-settings.ts';
import { standInBilling, type BillingSettings } from '../../billing/billing-settings.ts';
import { linesOf } from '../testing/lines-of.ts';
import { nowhere, serve } from '../testing/serve.ts';
import { mailCheck } from './mail-check.ts';
import { signInChecks } from './sign-in-checks.ts';
import { stripeCheck } from './stripe-check.ts';

const PUBLIC_URL = 'https://parley.example.com';
const PRODUCTION = { isProduction: true, allowsSandbox: false };
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ publicUrl: PUBLIC_URL });
});
afterAll(() => sandbox.close());

describe('mail', () => {
  const at = (smtpUrl: string) => linesOf(mailCheck({ smtpUrl, from: 'a@example.com' }, PRODUCTION));

  /** A mail server that refuses every sign-in with the words of the client. */
  async function refusingServer(): Promise<string> {
    const server = createServer((socket) => {
      socket.setEncoding('latin1').on('error', () => {});
      socket.write('220 mail.example\r\n');
      socket.on('data', (line: string) => {
        if (line.startsWith('EHLO')) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
        else if (line.startsWith('AUTH')) socket.write(`535 No: ${line.trim()}\r\n`);
        else socket.end('221 Bye\r\n');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('the mail check connects without sending anything', async () => {
    expect(await at(sandbox.urls.smtp)).toEqual([
      expect.stringMatching(/^ok Mail: 127\.0\.0\.1:\d+ accepts connections\. No mail was sent\.$/),
    ]);
    const inbox = await fetch(`${sandbox.urls.mail}/messages`);
    expect(await inbox.json()).toEqual([]);
  });

  test('the mail check names the setting when the sign-in is rejected, and hides the password', async () => {
    const [line] = await at(`smtp://ann:hunter22@${await refusingServer()}`);
    expect(line).toMatch(/^error Mail: \S+ rejects the user name or the password \(535\)\. Check both in SMTP_URL/);
    expect(line).not.toMatch(/hunter22|AG/);
  });

  test('the mail check explains a server that cannot be reached', async () => {
    const { host } = new URL(await nowhere());
    expect(await at(`smtp://${host}`)).toEqual([
      expect.stringMatching(/^error Mail: Can’t use \S+: nothing listens there \(ECONNREFUSED\)\. Check host and port/),
    ]);
  });

  test('the mail check says that a server does not speak TLS on a port', async () => {
    expect(await at(sandbox.urls.smtp.replace('smtp:', 'smtps:'))).toEqual([
      expect.stringMatching(
        /^error Mail: Can’t use \S+: it doesn’t speak TLS on this port \(ERR_SSL_\S+\)\. Check host/,
      ),
    ]);
  });

  test('the mail check warns in production that there is no mail', async () => {
    expect(await linesOf(mailCheck(null, PRODUCTION))).toEqual([
      'warning Mail: No mail server is set up: no one can verify an email or reset a password. Set SMTP_URL and MAIL_FROM.',
    ]);
    const laptop = { isProduction: false, allowsSandbox: true };
    expect(await linesOf(mailCheck(null, laptop))).toEqual([expect.stringMatching(/^ok Mail: The sandbox’s mailbox/)]);
    const trial = { isProduction: true, allowsSandbox: true };
    expect(await linesOf(mailCheck(null, trial))).toEqual([
      expect.stringMatching(/^warning Mail: The sandbox’s mailbox takes all mail\. Set SMTP_URL/),
    ]);
  });
});

describe('Stripe', () => {
  const OPTIONS = { automaticTax: false, promotionCodes: false, termsConsent: false };
  const stripe = (more: Partial<BillingSettings> = {}, origins = [PUBLIC_URL]) =>
    linesOf(stripeCheck({ ...standInBilling(sandbox, OPTIONS), ...more }, origins));
  const PRICES_OK = 'ok Stripe: The key and all prices are right: test mode.';
  /** Stripe with these webhooks and the sandbox's prices. */
  const withWebhooks = (answer: { status?: number; body: object }) =>
    serve((request, response) => {
      if (request.url?.startsWith('/v1/webhook_endpoints')) {
        response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json' });
        return response.end(JSON.stringify(answer.body));
      }
      const { authorization = '' } = request.headers;
      return void fetch(`${sandbox.urls.stripe}${request.url}`, { headers: { Authorization: authorization } }).then(
        async (passed) => {
          response.writeHead(passed.status, { 'Content-Type': 'application/json' });
          response.end(await passed.text());
        },
      );
    });
  const endpoint = (more: object) => ({
    body: {
      object: 'list',
      data: [
        { id: 'we_1', url: `${PUBLIC_URL}/api/billing/webhook`, status: 'enabled', enabled_events: ['*'], ...more },
      ],
    },
  });

  test('the Stripe check compares prices and finds the webhook', async () => {
    expect(await stripe()).toEqual([
      PRICES_OK,
      'ok Stripe: The webhook is registered. Its signing secret can’t be compared.',
    ]);
  });

  test('the Stripe check names prices that do not exist or differ', async () => {
    const { credentials } = sandbox.stripe;
    const priceIds = { ...credentials.priceIds, weekly: 'price_none', yearly: credentials.priceIds.monthly };
    expect((await stripe({ priceIds })).slice(0, 2)).toEqual([
      expect.stringMatching(/^error Stripe: STRIPE_PRICE_WEEKLY: Stripe has no price price_none in this account\./),
      expect.stringMatching(/^error Stripe: STRIPE_PRICE_YEARLY: Stripe doesn’t charge this price every year\./),
    ]);
  });

  test('the Stripe check names the own plans whose prices cannot be sold', async () => {
    const owner = await startSandbox({
      stripePrices: [
        { id: 'price_good', name: 'Good', amount: 500, currency: 'jpy' },
        { id: 'price_archived', name: 'Archived', amount: 500, isArchived: true },
        { id: 'price_once', name: 'Once', amount: 500, isOneTime: true },
      ],
    });
    onTestFinished(() => owner.close());
    const ownPlans = ['good', 'archived', 'once', 'none'].map((id) => {
      return { id, name: id, description: id, price: `price_${id}`, trialDays: 0, caps: {} };
    });
    const settings = { ...standInBilling(owner, OPTIONS, ownPlans) };
    expect((await linesOf(stripeCheck(settings, [PUBLIC_URL]))).slice(0, 3)).toEqual([
      'error Stripe: PLANS, archived: this price is archived at Stripe. Correct the price of this plan in the file, or at Stripe.',
      expect.stringMatching(
        /^error Stripe: PLANS, once: Stripe charges this price once, but a plan needs one that rep/,
      ),
      expect.stringMatching(/^error Stripe: PLANS, none: Stripe has no price price_none in this account\./),
    ]);
  });

  test('the Stripe check says that the key is wrong, and does not show it', async () => {
    const lines = await stripe({ secretKey: 'sk_test_another1234' });
    expect(lines).toEqual(['error Stripe: Stripe rejects the key. Check STRIPE_SECRET_KEY.']);
  });

  test('the Stripe check says that Stripe cannot be reached', async () => {
    expect(await stripe({ apiBase: await nowhere() })).toEqual([
      expect.stringMatching(/^error Stripe: .+: nothing listens there \(ECONNREFUSED\)\. Check STRIPE_API_BASE, and/),
    ]);
  });

  test('the Stripe check misses the webhook of another address, and of this machine', async () => {
    expect((await stripe({}, ['https://other.example']))[1]).toBe(
      'error Stripe: No webhook is registered for https://other.example/api/billing/webhook. Add it at Stripe, as README.md describes.',
    );
    expect((await stripe({}, ['http://localhost:3000']))[1]).toMatch(
      /^warning Stripe: Stripe can’t reach this machine\. Run `stripe listen --forward-to http:\/\/localhost:3000\/api/,
    );
  });

  test.each([
    ['disabled', endpoint({ status: 'disabled' }), /^error Stripe: The webhook for \S+ is disabled\./],
    ['without events', endpoint({ enabled_events: ['invoice.paid'] }), /^warning Stripe: The webhook lacks checkout\./],
    ['hidden', { status: 403, body: { error: { message: 'No.' } } }, /^warning Stripe: The webhook couldn’t be read\./],
  ])('the Stripe check reports a webhook that is %s', async (_, answer, line) => {
    expect(await stripe({ apiBase: await withWebhooks(answer) })).toEqual([PRICES_OK, expect.stringMatching(line)]);
  });
});

describe('signing in', () => {
  const apple = () => standInSettings(sandbox);
  const oidc = () => standInOidc(sandbox);

  test('the sign-in checks sign a request for Apple and read discovery documents', async () => {
    expect(await linesOf(signInChecks(apple(), [oidc()]))).toEqual([
      expect.stringMatching(/^ok Sign in with Apple: Apple accepts the key of /),
      expect.stringMatching(/^ok Sign in with Sandbox: 127\.0\.0\.1:\d+ has a discovery document\.$/),
    ]);
    expect(await linesOf(signInChecks(null, []))).toEqual([
      expect.stringMatching(/^ok Sign in with Apple: Not set up/),
    ]);
  });

  test('the sign-in checks say that Apple rejects the key', async () => {
    expect(await linesOf(signInChecks({ ...apple(), teamId: 'OTHERTEAM1' }, []))).toEqual([
      expect.stringMatching(/^error Sign in with Apple: Apple rejects the key\. Check that APPLE_CLIENT_ID/),
    ]);
  });

  test('the sign-in checks say that Apple cannot be reached', async () => {
    expect(await linesOf(signInChecks({ ...apple(), issuer: await nowhere() }, []))).toEqual([
      expect.stringMatching(/^error Sign in with Apple: Can’t ask Apple: nothing listens there \(ECONNREFUSED\)\./),
    ]);
  });

  test.each([
    ['is missing', (issuer: string) => issuer && [404, '{}'], 'it has none at this address'],
    ['is no JSON', () => [200, '<p>Hello'], 'what it sends isn’t JSON'],
    ['names another issuer', () => [200, '{"issuer":"https://other.example"}'], 'it names another issuer'],
  ] as [string, (issuer: string) => [number, string], string][])(
    'the sign-in checks explain a discovery document that %s',
    async (_, answerAt, reason) => {
      const issuer = await serve((_request, response) => {
        const [status, body] = answerAt('issuer');
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
      });
      expect((await linesOf(signInChecks(null, [{ ...oidc(), issuer }])))[1]).toMatch(
        new RegExp(`^error Sign in with Sandbox: Can’t read the discovery document of \\S+: ${reason}`),
      );
    },
  );
});
