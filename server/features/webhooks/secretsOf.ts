import type { Registry } from '@/schema';
import { webhook_secrets } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { createSeal } from '../../kernel/secrets';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { must } from '@/schema/must';

/** What an installation decides about webhooks: the secret that encrypts theirs, and whether they may call this machine. */
interface WebhookInstallation {
  readonly secret: string;
  readonly development: boolean;
}
const known = new WeakMap<Registry, WebhookInstallation>();
/** Stores it; called once by what starts the server, because actions and jobs know the declarations and not the configuration. */
export const learnWebhooks = (registry: Registry, installation: WebhookInstallation): void => void known.set(registry, installation);
/** What this installation decided. */
export const webhookInstallation = ({ registry }: { readonly registry: Registry }): WebhookInstallation =>
  must(known.get(registry), 'learnWebhooks was not called');

const s = columnsOf(webhook_secrets);
const sealOf = (tx: Pick<Transaction, 'registry'>) => createSeal(webhookInstallation(tx).secret, 'webhook secret');

/** Keeps a new secret; the former one signs too for a while, so that a program can be changed over without a break. */
export const keepSecret = (tx: Transaction, webhookid: number, secret: string): Promise<void> =>
  tx.asOwner(() =>
    execute(
      tx,
      sql`insert into ${s} (${s.webhookid}, ${s.sealed}) values (${webhookid}, ${sealOf(tx).close(secret)})
          on conflict (${s.webhookid}) do update set ${s.former} = ${s}.${s.sealed}, ${s.former_until} = now() + interval '24 hours', ${s.sealed} = excluded.${s.sealed}`,
    ),
  );

/** The secrets that sign now, the newest first; none when the installation has another secret than before. */
export const secretsOf = async (tx: Transaction, webhookid: number): Promise<readonly string[]> => {
  const seal = sealOf(tx);
  const found = await select(
    tx,
    { sealed: s.sealed, former: value<string | null>(sql`case when ${s.former_until} > now() then ${s.former} end`) },
    sql`from ${s} where ${s.webhookid} = ${webhookid}`,
  );
  return found.flatMap(({ sealed, former }) => [sealed, former]).flatMap((each) => (each === null ? [] : (seal.open(each) ?? [])));
};
