import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { homeZone } from '@/schema/homeZone';
import type { QueueName } from '@/domain/lists';
import type { Invoicing } from './adapters/invoicing/Invoicing';
import type { Mail } from './adapters/mail/Mail';
import type { ObjectStorages } from './adapters/objectStorage/ObjectStorage';
import type { BillingGateway } from './adapters/paymentGateway/StoredCards';
import type { Push } from './adapters/push/Push';
import { runsQueue } from './api/actions/runsQueue';
import { removeFiles } from './api/files/removeFiles';
import type { Config } from './config';
import { endSeeingsOver } from './database/endSeeing';
import type { Database } from './database/openDatabase';
import type { Replica } from './database/replica';
import { claimLetters } from './features/claims/claimLetters';
import { completeGrants } from './features/benefits/grantBenefits';
import { completeBatches } from './features/pickups/batches';
import { downloadsQueue } from './features/downloads/downloadsQueue';
import { readyLetters } from './features/downloads/readyLetters';
import { runSchedules } from './features/downloads/runSchedules';
import { sweepFiles } from './features/downloads/sweepFiles';
import type { ApiDeps } from './kernel/ApiDeps';
import { closeSubscriptions } from './features/apolo/closeSubscriptions';
import { runSubscriptions } from './features/apolo/runSubscriptions';
import { subscriptionLetters } from './features/apolo/subscriptionLetters';
import { affiliationLetters } from './features/fmtri/affiliationLetters';
import { affiliationReminders, remindOfAffiliations } from './features/fmtri/affiliationReminders';
import { registerLetters } from './features/fmtri/registerLetters';
import { returnAffiliationMoney } from './features/fmtri/chargeAffiliations';
import { closeAffiliations } from './features/fmtri/closeAffiliations';
import { digestLetters } from './features/inbox/digestLetters';
import { writeDigests } from './features/inbox/writeDigests';
import { sendInvoices } from './features/invoicing/sendInvoices';
import { forgetFiles } from './features/imports/engine/forgetFiles';
import { learnWords } from './features/imports/engine/Importable';
import { importsQueue } from './features/imports/engine/importsQueue';
import { forgetChanges } from './features/jobs/forgetChanges';
import { cleanUp } from './features/jobs/cleanUp';
import { sendAddedLetters, type LetterTemplate } from './features/letters/addedLetters';
import { runSteps } from './features/letters/runSteps';
import { sendLetters } from './features/letters/sendLetters';
import { testLetters } from './features/letters/testLetters';
import { syncMirror } from './features/mirrors/syncMirror';
import { sendNotifications } from './features/notifications/sendNotifications';
import { completePools } from './features/bibs/bib_pools.hooks';
import { expireHolds } from './features/registration/expireHolds';
import { clearPastEvents } from './features/athletes/clearPastEvents';
import { expirePromos } from './features/wallets/expirePromos';
import { promoReminders, remindOfPromos } from './features/wallets/promoReminders';
import { openCharges } from './features/registration/openCharges';
import { sendRefunds } from './features/registration/sendRefunds';
import { readSettlements } from './features/settlements/readSettlements';
import { learnGateway } from './features/settlements/gatewayName';
import { expireSales } from './features/store/expireSales';
import { saleLetters } from './features/store/saleLetters';
import { resultsQueue } from './features/results/resultsQueue';
import { learnSigning } from './features/signLinks/signLinks';
import { findTwins } from './features/twins/findTwins';
import { computeStandings } from './features/series/computeStandings';
import { completeProfiles } from './features/people/completeProfiles';
import { endExpired } from './features/people/endExpired';
import { completeReopening } from './features/waivers/exonerations.hooks';
import { failedLetters } from './features/webhooks/failedLetters';
import { learnWebhooks } from './features/webhooks/secretsOf';
import { sendWebhooks } from './features/webhooks/sendWebhooks';
import type { Attention } from './jobs/attention';
import { mannersOf } from './jobs/pace';
import type { AskedQueue, OwnQueue, Schedule, Step } from './jobs/Queue';
import { startWorker, type Worker } from './jobs/worker';
import { createTranslate, type Translate } from './kernel/messages';
import type { Metrics } from './metrics';
import type { Mirrored } from './mirrored';
import type { Assembled } from './plugins/loadPlugins';
import { messageOf, tell } from './terminal';

/** A person who asks for a refresh waits about this long. */
const lookSeconds = 3;
/** How often notes about changes of lists are removed. */
const forgetSeconds = 300;
/** Removed files are unreachable at once; their bytes are deleted later. */
const fileSeconds = 60;
/** Schedules say minutes. */
const scheduleSeconds = 30;
/** A time when hardly anybody works. */
const night: Schedule = { cron: '15 3 * * *', timezone: homeZone };
/** Before most people begin to work. */
const morning: Schedule = { cron: '0 7 * * *', timezone: homeZone };
const ownLocales = fileURLToPath(new URL('../locales', import.meta.url));
interface WaysOut {
  readonly mail: Mail | null;
  readonly gateway: BillingGateway | null;
  readonly push: Push | null;
  readonly invoicing: Invoicing | null;
  readonly storages: ObjectStorages;
}
interface JobDeps {
  readonly config: Config;
  readonly database: Database;
  readonly waysOut: WaysOut;
  readonly mirrored: readonly Mirrored[];
  readonly assembled: Assembled;
  readonly attention: Pick<Attention, 'isWanted'>;
  readonly replica?: Replica | undefined;
  readonly watch?: Metrics['watch'] | undefined;
}
type Turn = OwnQueue['turn'];

/** Changes that people made and that broke off between two portions. */
const completeBroken = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, isOver: () => boolean): Promise<void> => {
  await completeReopening(deps);
  await completeProfiles(deps, isOver);
};
/** What ends with its time: affiliations, sanctions, subscriptions, memberships, API keys, and looks as somebody else. People hear before of what ends soon. */
const closeOver = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, mail: Mail | null, isOver: () => boolean): Promise<void> => {
  await closeAffiliations(deps, isOver);
  await closeSubscriptions(deps, isOver);
  await endExpired(deps, isOver);
  await endSeeingsOver(deps.pool);
  if (mail) await remindOfAffiliations(deps);
};
/** Promotional credits end on their day; people hear before of those that end soon. */
const endPromos = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, mail: Mail | null, isOver: () => boolean): Promise<void> => {
  await expirePromos(deps, isOver);
  if (mail) await remindOfPromos(deps);
};

/** Letters of the product that are not about a registration. */
const lettersOf = (origin: string, translate: Translate): readonly LetterTemplate[] => [
  readyLetters(origin),
  claimLetters('accepted'),
  claimLetters('rejected'),
  failedLetters(origin),
  ...subscriptionLetters(translate),
  ...affiliationLetters(translate),
  affiliationReminders,
  promoReminders,
  registerLetters,
  ...saleLetters(translate),
  digestLetters(origin, translate),
  testLetters(translate),
];

type Every = (everySeconds: number, name: QueueName, turn: Turn) => readonly OwnQueue[];
/** What is asked of the gateway: charges that people pay, money that goes back, and charges of stored cards. */
const chargeQueues = (
  deps: Pick<ApiDeps, 'pool' | 'registry'> & { readonly storages: ObjectStorages },
  gateway: BillingGateway,
  seconds: number,
  every: Every,
): readonly OwnQueue[] => [
  ...every(seconds, 'charges', async (isOver) => {
    const { failed } = await openCharges(deps, gateway, isOver);
    if (failed.length > 0) tell(`charges that ${gateway.name} did not open: ${failed.join(', ')}`);
  }),
  ...every(seconds, 'refunds', async (isOver) => {
    const { failed } = await sendRefunds(deps, gateway, isOver);
    if (failed.length > 0) tell(`refunds that ${gateway.name} did not answer: ${failed.join(', ')}`);
    const ofAffiliations = await returnAffiliationMoney(deps, gateway, isOver);
    if (ofAffiliations.failed.length > 0)
      tell(`money of affiliations that ${gateway.name} did not answer for: ${ofAffiliations.failed.join(', ')}`);
  }),
  ...every(seconds, 'subscriptions', async (isOver) => {
    const { unanswered, unopened } = await runSubscriptions({ ...deps, gateway }, isOver);
    if (unanswered.length > 0) tell(`charges of subscriptions that ${gateway.name} did not answer: ${unanswered.join(', ')}`);
    if (unopened.length > 0) tell(`subscriptions for which ${gateway.name} opened no page for a card: ${unopened.join(', ')}`);
  }),
  ...every(seconds, 'settlements', async (isOver) => {
    const { failed } = await readSettlements(deps, gateway, isOver);
    if (failed.length > 0) tell(`settlements of ${gateway.name} that were not read: ${failed.join(', ')}`);
  }),
];

/** Orders that are paid and whose buyers want an invoice. */
const invoiceQueue = (deps: Pick<ApiDeps, 'pool' | 'registry'>, invoicing: Invoicing, seconds: number, every: Every): readonly OwnQueue[] =>
  every(seconds, 'invoices', async (isOver) => {
    const { failed } = await sendInvoices(deps, invoicing, isOver);
    if (failed.length > 0) tell(`orders whose invoice ${invoicing.name} did not take: ${failed.join(', ')}`);
  });

/** The periodic work of the server, as this installation is configured; zero seconds is never. */
const ownQueues = ({
  config: { expireSeconds, chargeSeconds, pushSeconds, paymentLink, publicOrigin },
  database: { pool },
  waysOut: { mail, gateway, push, invoicing, storages },
  mirrored,
  replica,
  assembled: { registry, locales, letters },
  watch = (_job, work) => work,
}: JobDeps): readonly OwnQueue[] => {
  const translate = createTranslate(ownLocales, ...locales);
  const deps = { pool, registry, replica };
  const own = (name: QueueName, schedule: Schedule, turn: Turn): readonly OwnQueue[] =>
    'everySeconds' in schedule && schedule.everySeconds === 0 ? [] : [{ name, schedule, turn: watch(name, turn) }];
  const every: Every = (everySeconds, name, turn) => own(name, { everySeconds }, turn);
  /** What also runs where holds never expire: every night then. */
  const steady = (name: QueueName, turn: Turn) => own(name, expireSeconds > 0 ? { everySeconds: expireSeconds } : night, turn);
  return [
    ...every(forgetSeconds, 'list_changes', () => forgetChanges(deps)),
    ...own('cleaning', night, async (isOver) => {
      await cleanUp(deps);
      await forgetFiles(deps, storages, isOver);
      await clearPastEvents(deps, isOver);
    }),
    ...every(scheduleSeconds, 'report_schedules', async (isOver) => {
      const { refused } = await runSchedules(deps, isOver);
      if (refused.length > 0) tell(`scheduled reports that were refused: ${refused.join(', ')}`);
    }),
    ...own('report_sweep', night, async (isOver) => {
      const { kept } = await sweepFiles(pool, storages, isOver);
      if (kept.length > 0) tell(`files of reports that their storage keeps for now: ${kept.join(', ')}`);
    }),
    ...every(expireSeconds, 'holds', async (isOver) => {
      const { refused } = await expireHolds(deps, isOver);
      await expireSales(deps, isOver);
      if (refused.length > 0) tell(`expired holds that stay: ${refused.join(', ')}`);
    }),
    ...steady('promo_credits', (isOver) => endPromos(deps, mail, isOver)),
    ...steady('twins', (isOver) => findTwins(deps, isOver)),
    ...every(lookSeconds, 'standings', (isOver) => computeStandings(deps, isOver)),
    ...steady('bib_pools', (isOver) => completePools(deps, isOver)),
    ...steady('waivers', (isOver) => completeBroken(deps, isOver)),
    ...steady('benefits', async (isOver) => completeGrants(deps, isOver)),
    ...steady('pickup_batches', (isOver) => completeBatches(deps, isOver)),
    ...steady('affiliations', (isOver) => closeOver(deps, mail, isOver)),
    ...every(fileSeconds, 'files', async (isOver) => {
      const { kept } = await removeFiles(pool, storages, isOver);
      if (kept.length > 0) tell(`files that their storage keeps for now: ${kept.join(', ')}`);
    }),
    ...(gateway ? chargeQueues({ ...deps, storages }, gateway, chargeSeconds, every) : []),
    ...(invoicing ? invoiceQueue(deps, invoicing, chargeSeconds, every) : []),
    ...(mail ? own('inbox', morning, (isOver) => writeDigests(deps, isOver)) : []),
    ...(mail
      ? every(lookSeconds, 'letters', async (isOver) => {
          const { failed } = await sendLetters({ ...deps, translate, paymentLink }, mail, isOver);
          const added = await sendAddedLetters({ ...deps, translate }, mail, [...lettersOf(publicOrigin, translate), ...letters], isOver);
          const all = [...failed, ...added.failed];
          if (all.length > 0) tell(`letters that were not taken: ${all.join(', ')}`);
        })
      : []),
    ...(mail ? every(scheduleSeconds, 'sequences', (isOver) => runSteps(deps, isOver)) : []),
    ...every(lookSeconds, 'webhooks', (isOver) => sendWebhooks(deps, isOver)),
    ...(push
      ? every(pushSeconds, 'push', async (isOver) => {
          const { failed } = await sendNotifications(deps, push, isOver);
          if (failed.length > 0) tell(`deliveries that the push service did not take: ${failed.join(', ')}`);
        })
      : []),
    ...mirrored.flatMap(({ mirror, service, seconds }) =>
      service
        ? every(lookSeconds, mirror.service, async (isOver) => {
            const { error } = await syncMirror(deps, mirror, service, seconds, isOver);
            if (error) tell(`${mirror.service}: ${error}`);
          })
        : [],
    ),
  ];
};

/** Counts the portions of a queue as runs. */
const watched = (queue: AskedQueue, watch: Metrics['watch']): AskedQueue => ({
  ...queue,
  portion: async (portion) => {
    let step: Step = 'done';
    await watch(queue.name, async () => {
      step = await queue.portion(portion);
    })(() => false);
    return step;
  },
});

/** How many jobs for people one process works on at the same time: the embedded database has one connection. */
const atOnceOn = { pglite: 1, postgres: 2 } as const;
/** Runs requested jobs and periodic work in this process; an authentication site runs none. */
export const startJobs = (deps: JobDeps): Worker | null => {
  const { config, database, assembled, attention, replica, watch = (_job, work) => work } = deps;
  if (config.serve === 'auth') return null;
  const { registry, hooks, locales } = assembled;
  const translate = createTranslate(ownLocales, ...locales);
  learnWords(registry, translate);
  learnGateway(registry, deps.waysOut.gateway);
  learnSigning(registry, { secret: config.authSecret, origin: config.publicOrigin });
  learnWebhooks(registry, { secret: config.authSecret, development: !config.production });
  const runs = runsQueue({ registry, hooks, translate });
  const imports = importsQueue({ pool: database.pool, registry, hooks, storages: deps.waysOut.storages });
  const places = resultsQueue(database.engine);
  const downloads = downloadsQueue({ pool: database.pool, replica, registry, translate, storages: deps.waysOut.storages });
  return startWorker({
    pool: database.pool,
    registry,
    replica,
    asked: [runs, imports, places, downloads].map((queue) => watched(queue, watch)),
    own: ownQueues(deps),
    atOnce: atOnceOn[database.engine],
    manners: mannersOf(database.engine),
    isWanted: attention.isWanted,
    name: `${hostname()} ${process.pid}`,
    onError: (queue, error) => tell(`${queue}: ${messageOf(error)}`),
  });
};
