import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isLoopback, type LanguageId } from '@parley/core';
import type { Sandbox } from '@parley/sandbox';
import type { Logger } from 'pino';
import { describeApple } from './settings/apple-config.ts';
import { standInBilling } from './billing/billing-settings.ts';
import { createApp } from './app.ts';
import { standInOidc } from './auth/oidc/oidc-settings.ts';
import { standInSettings } from './auth/apple/apple-settings.ts';
import { watchBrand } from './brand/watch-brand.ts';
import { describeBackends, describeContexts, offersOf, openBackends } from './chat/backends.ts';
import { describeModeration, openModeration } from './chat/moderation/moderation.ts';
import { startPurge } from './chat/purge.ts';
import { ReplyJournal } from './chat/replies/journal/reply-journal.ts';
import { describeCluster, openCluster } from './cluster/open-cluster.ts';
import { foldersOf, readContent, readVersions, SHIPPED_CONTENT } from './content/content.ts';
import type { Config, readEnvironment } from './settings/config.ts';
import { examine } from './doctor/examine.ts';
import { endOnSignal } from './end-on-signal.ts';
import { nameListening } from './name-setting.ts';
import { DEFAULT_REQUEST_LIMITS } from './limits/request-limits.ts';
import { describeOidc } from './settings/oidc-config.ts';
import { findLanguages } from './language/languages.ts';
import { describeAdmins, describeMail, openMailer, type MailSettings } from './mail/open-mailer.ts';
import { isOwnMachine, ownHostnames } from './own-machine.ts';
import { keptSecret } from './settings/secret.ts';
import { findUnpriced, hasCostLimits } from './spending/find-unpriced.ts';
import { PriceList } from './spending/prices.ts';
import type { Storage } from './storage/storage.ts';
import { describeStripe } from './settings/stripe-config.ts';
import { VERSION } from './version.ts';

/**
 * Longer than proxies keep idle connections, so that the proxy closes first: closing while it sends a request would
 * fail that request.
 */
const KEEP_ALIVE_MS = 130_000;

interface Start {
  /** The repository's folder. */
  root: string;
  config: Config;
  environment: ReturnType<typeof readEnvironment>;
  storage: Storage;
  logger: Logger;
}

/** Starts the server with all that it uses. It ends on a signal. */
export async function serve({ root, config, environment, storage, logger }: Start): Promise<void> {
  const cluster = await openCluster(config.redisUrl, logger);
  // These stand-ins accept any identity and take no money.
  const isForPlay = isOwnMachine(config);
  const playsApple = config.apple === null && isForPlay;
  const playsStripe = config.billing === null && isForPlay;
  const needsMailbox = config.mail === null && config.allowsSandbox;
  const playsOidc = config.oidc === 'sandbox';
  const needsSandbox = config.model === null || needsMailbox || playsApple || playsOidc || playsStripe;
  const sandbox = needsSandbox ? await startSandbox(config, playsStripe) : null;
  const mail = config.mail ?? (sandbox && config.allowsSandbox ? sandboxMail(config, sandbox) : null);
  const apple = config.apple ?? (sandbox && playsApple ? standInSettings(sandbox) : null);
  const oidc = config.oidc === 'sandbox' ? (sandbox ? [standInOidc(sandbox)] : []) : config.oidc;
  const billingSettings =
    config.billing ?? (sandbox && playsStripe ? standInBilling(sandbox, config.checkout, config.ownPlans) : null);
  let port = config.port;
  const publicUrl = () => config.publicUrl ?? `http://localhost:${port}`;
  const standIns = config.model ? null : (sandbox?.urls ?? null);
  const backends = openBackends({ ...config, ...config.sandbox.model }, standIns, logger);
  const folders = [config.contentDir, config.brand?.file.folder, SHIPPED_CONTENT];
  const contentFolders = folders.filter((folder) => typeof folder === 'string');
  const contentOf = (language: LanguageId) =>
    readContent(foldersOf(language, contentFolders), {
      product: config.productName,
      version: VERSION,
      messagesLimit: config.usageRule.limit,
      windowHours: config.usageRule.windowLength / 3_600_000,
      isUnlimited: config.ownPlans === null,
      supportEmail: config.supportEmail,
      socialUrl: config.socialUrl,
      apiUrl: config.apiUrl ?? publicUrl(),
      isModerated: config.moderation !== null,
      apiKeys: config.apiKeys,
    });
  const webRoot = join(root, 'apps/web/dist');
  const offered = findLanguages(webRoot, SHIPPED_CONTENT, config.languages);
  const unbuilt = (config.languages ?? []).filter((id) => !offered.includes(id));
  if (unbuilt.length > 0) logger.warn({ languages: unbuilt }, 'these languages of LANGUAGES are not built');
  const app = createApp({
    settings: {
      productName: config.productName,
      publicUrl,
      apiUrl: () => config.apiUrl ?? publicUrl(),
      ownHostnames: ownHostnames(config),
      apple,
      oidc,
      billing: billingSettings,
      corsOrigins: config.corsOrigins,
      trustedProxies: config.trustedProxies,
      usageRule: config.usageRule,
      lesser: config.lesser,
      ownPlans: config.ownPlans,
      costCeilings: config.costCeilings,
      jwtSecret: config.jwtSecret ?? keptSecret(config.dataDir, 'jwt'),
      adminEmails: config.adminEmails,
      adminSupportEmails: config.adminSupportEmails,
      adminsNeedSecondFactor: config.adminsNeedSecondFactor,
      offers: offersOf(config),
      // All mail stays on this machine, whose user can read any of it, so verification would prove nothing.
      emailsVerifiedAtOnce: config.mail === null && isOwnMachine(config),
      verifiesFirst: config.verifiesFirst,
      downloads: config.downloads,
      webRoot,
      makesShareLinks: config.makesShareLinks,
      apiKeys: config.apiKeys,
      rateLimits: {
        ...DEFAULT_REQUEST_LIMITS,
        register: config.registrationsPerHour,
        dictatedSeconds: config.dictationMinutes * 60,
        spokenCharacters: config.speechCharacters,
      },
      assistant: config.assistant,
      namesConversations: config.namesConversations,
      metricsToken: config.metricsToken,
    },
    storage,
    cluster,
    journal: new ReplyJournal(join(config.dataDir, 'journal'), () => cluster.id, logger),
    backends,
    moderation: openModeration(config.moderation, standIns?.openai ?? null),
    prices: PriceList.of(config),
    brand: { file: config.brand?.file ?? null, documents: readVersions(contentFolders) },
    content: contentOf('en'),
    languages: { offered, content: Object.fromEntries(offered.slice(1).map((id) => [id, contentOf(id)])) },
    mailer: mail && openMailer(mail),
    examine: () => examine({ root, environment, port }),
    logger,
  });
  const { handler, brand, replies, status, deletions, billing } = app;
  await brand.load();
  brand.announce();
  const stopWatching = watchBrand(brand, config.brand?.path ?? null, root, logger);
  await replies.recover();
  await deletions.recover();
  const stopMeasuring = status.start();
  const purge = startPurge({ storage, logger, now: Date.now });
  const timeouts = { headersTimeout: 30_000, requestTimeout: 300_000, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = createServer(timeouts, handler);
  port = await listen(server, config);
  billing?.start();
  // These lines are for the person who started it. They are no part of the log, whatever LOG_LEVEL says.
  console.log(`${config.productName} is ready on ${publicUrl()}`);
  for (const line of describeBackends(config)) console.log(line);
  for (const line of describeModeration(config.moderation)) console.log(line);
  const unpriced = hasCostLimits(config) ? findUnpriced(config) : [];
  if (unpriced.length > 0)
    logger.warn({ models: unpriced }, 'the cost limits cannot hold for models without a price; set PRICES');
  if (config.model) {
    // Runs in the background: the service may not answer.
    void backends.model.capabilities().then(({ contexts }) => {
      for (const line of describeContexts(contexts)) console.log(line);
    });
  }
  console.log(describeMail(mail, config.mail ? null : (sandbox?.urls.mail ?? null)));
  const canVerify = mail !== null || apple !== null || oidc.length > 0;
  for (const line of describeAdmins(config, canVerify)) console.log(line);
  console.log(describeStripe(billingSettings, config.ownPlans));
  console.log(describeApple(apple));
  for (const line of describeOidc(oidc)) console.log(line);
  for (const line of describeCluster(cluster, config)) console.log(line);
  endOnSignal(server, app, logger, {
    isBehindProxy: config.trustedProxies > 0,
    async release() {
      stopMeasuring();
      stopWatching();
      await purge.stop();
      await app.close();
      await cluster.close();
      await storage.close();
      await sandbox?.close();
    },
  });
}

async function startSandbox(config: Config, playsStripe: boolean): Promise<Sandbox> {
  const { sandbox, host, productName, publicUrl, port: apiPort, dataDir, ownPlans } = config;
  const { startSandbox: start } = await import('@parley/sandbox');
  const { port, delayMs, faults } = sandbox;
  const sandboxHost = isLoopback(host) ? host : '127.0.0.1';
  try {
    return await start({
      port,
      delayMs,
      faults,
      productName,
      host: sandboxHost,
      ...(playsStripe && { stripeStateFile: join(dataDir, 'sandbox/stripe.json') }),
      // The sandbox makes up what each costs.
      stripePrices: (ownPlans ?? []).map(({ price, name }, place) => ({ id: price, name, amount: 1000 * (place + 1) })),
      publicUrl: publicUrl ?? `http://localhost:${apiPort}`,
    });
  } catch (error) {
    throw nameListening('SANDBOX_PORT', port, sandboxHost, error);
  }
}

function sandboxMail({ productName }: Config, { urls }: Sandbox): MailSettings {
  return { smtpUrl: urls.smtp, from: `"${productName.replaceAll(/["\\]/g, '')}" <parley@localhost.localdomain>` };
}

async function listen(server: Server, { host, port }: Config): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(nameListening('PORT', port, host, error)));
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
