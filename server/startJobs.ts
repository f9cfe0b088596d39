import { fileURLToPath } from 'node:url';
import type { Mail } from './adapters/mail/Mail';
import type { ObjectStorages } from './adapters/objectStorage/ObjectStorage';
import type { PaymentGateway } from './adapters/paymentGateway/PaymentGateway';
import type { Push } from './adapters/push/Push';
import { createTranslate } from './kernel/messages';
import type { Assembled } from './plugins/loadPlugins';
import type { Config } from './config';
import type { Database } from './database/openDatabase';
import { closeAffiliations } from './features/fmtri/closeAffiliations';
import { expireHolds } from './features/registration/expireHolds';
import { openCharges } from './features/registration/openCharges';
import { removeFiles } from './api/files/removeFiles';
import { repeat, type Repeating } from './kernel/repeat';
import { sendAddedLetters } from './features/letters/addedLetters';
import { sendLetters } from './features/letters/sendLetters';
import { sendNotifications } from './features/notifications/sendNotifications';
import { syncMirror } from './features/mirrors/syncMirror';
import type { Metrics } from './metrics';
import { messageOf, tell } from './terminal';
import type { Mirrored } from './mirrored';

/** Somebody who asks for a refresh waits about this long. */
const lookSeconds = 3;
/** Files that nobody may ask for any more are out of reach at once; their bytes follow. */
const fileSeconds = 60;
const secondMs = 1000;
const ownLocales = fileURLToPath(new URL('../locales', import.meta.url));
interface WaysOut {
  readonly mail: Mail | null;
  readonly gateway: PaymentGateway | null;
  readonly push: Push | null;
  readonly storages: ObjectStorages;
}
/** What this process does without being asked; an authentication site does nothing. */
export const startJobs = (
  { expireSeconds, chargeSeconds, pushSeconds, paymentLink, serve: what }: Config,
  { pool }: Database,
  { mail, gateway, push, storages }: WaysOut,
  mirrored: readonly Mirrored[],
  { registry, locales, letters }: Assembled,
  watch: Metrics['watch'] = (_job, work) => work,
): readonly Repeating[] => {
  const translate = createTranslate(ownLocales, ...locales);
  const job = (seconds: number, name: string, work: (isOver: () => boolean) => Promise<unknown>): readonly Repeating[] =>
    seconds === 0 || what === 'auth'
      ? []
      : [repeat({ everyMs: seconds * secondMs, work: watch(name, work), onError: (error) => tell(`${name}: ${messageOf(error)}`) })];
  return [
    ...job(expireSeconds, 'expired holds', async (isOver) => {
      const { refused } = await expireHolds({ pool, registry }, isOver);
      if (refused.length > 0) tell(`expired holds that stay: ${refused.join(', ')}`);
    }),
    ...job(expireSeconds, 'affiliations', (isOver) => closeAffiliations({ pool, registry }, isOver)),
    ...job(fileSeconds, 'files', async (isOver) => {
      const { kept } = await removeFiles(pool, storages, isOver);
      if (kept.length > 0) tell(`files that their storage keeps for now: ${kept.join(', ')}`);
    }),
    ...(gateway
      ? job(chargeSeconds, 'charges', async (isOver) => {
          const { failed } = await openCharges({ pool, registry }, gateway, isOver);
          if (failed.length > 0) tell(`charges that ${gateway.name} did not open: ${failed.join(', ')}`);
        })
      : []),
    ...(mail
      ? job(lookSeconds, 'letters', async (isOver) => {
          const { failed } = await sendLetters({ pool, registry, translate, paymentLink }, mail, isOver);
          const added = await sendAddedLetters({ pool, registry, translate }, mail, letters, isOver);
          const all = [...failed, ...added.failed];
          if (all.length > 0) tell(`letters that were not taken: ${all.join(', ')}`);
        })
      : []),
    ...(push
      ? job(pushSeconds, 'push messages', async (isOver) => {
          const { failed } = await sendNotifications({ pool, registry }, push, isOver);
          if (failed.length > 0) tell(`deliveries that the push service did not take: ${failed.join(', ')}`);
        })
      : []),
    ...mirrored.flatMap(({ mirror, service, seconds }) =>
      service
        ? job(lookSeconds, mirror.service, async (isOver) => {
            const { error } = await syncMirror({ pool, registry }, mirror, service, seconds, isOver);
            if (error) tell(`${mirror.service}: ${error}`);
          })
        : [],
    ),
  ];
};
