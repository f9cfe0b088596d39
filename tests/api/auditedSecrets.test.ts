import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { apolo_plans } from '@/resources/apolo_plans/apolo_plans';
import { apolo_subscriptions } from '@/resources/apolo_subscriptions/apolo_subscriptions';
import { web_users } from '@/resources/web_users/web_users';
import { secretsOf } from '@/schema';
import { auditAll } from '../../server/api/audit/audit';
import { createAudited, updateAudited, updateEachAudited } from '../../server/api/write/audited';
import { sql } from '../../server/kernel/sql';
import { inSystemTransaction } from '../../server/kernel/transaction';
import { openScene, type Scene } from './registration/support';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const secret = 'opens-the-door';
const withSecrets = registry.all.filter((resource) => secretsOf(resource).length > 0);
const auditsOf = async (resource: string): Promise<readonly any[]> =>
  (await scene.pool.query('select verb, before, after from audits where resource = $1 order by auditid desc limit 3', [resource])).rows;

test('what opens something is marked', () => {
  expect(withSecrets.flatMap((resource) => secretsOf(resource).map((name) => `${resource.name}.${name}`)).sort()).toEqual([
    'apolo_subscriptions.card_link',
    'apolo_subscriptions.card_ref',
    'apolo_subscriptions.card_session',
    'inscriptions.qr_token',
    'payments.voucher_url',
    'store_sales.pay_link',
  ]);
  const looksLikeOne = /token|secret|password|session|(^|_)link$|card_ref/;
  /** Only the beginning that people compare, a flag, or an address of an app that everybody gets. */
  const harmless = new Set(['api_keys.secret_start', 'webhooks.secret_start', 'followup_links.has_password', 'notifications.deep_link']);
  const unmarked = registry.all.flatMap((resource) =>
    Object.keys(resource.fields)
      .filter((name) => looksLikeOne.test(name) && !secretsOf(resource).includes(name))
      .map((name) => `${resource.name}.${name}`)
      .filter((name) => !harmless.has(name)),
  );
  expect(unmarked, 'a field that is called like a secret is marked, or said to be none').toEqual([]);
});

test('no row that is edited inside another one has a secret, since its audit is that of the other', () => {
  const embedded = new Set(registry.all.flatMap(({ fields }) => Object.values(fields).flatMap(({ embeds }) => embeds?.target ?? [])));
  expect(withSecrets.filter(({ name }) => embedded.has(name))).toEqual([]);
});

describe.each(withSecrets.map((resource) => [resource.name, resource] as const))('no audit of %s holds its secrets', (name, resource) => {
  const values = Object.fromEntries(secretsOf(resource).map((field) => [field, secret]));
  test('when a call writes it', async () => {
    await inSystemTransaction({ pool: scene.pool, registry }, (tx) =>
      auditAll(tx, { resource, verb: 'edit' }, [
        { id: 1, before: { ...values, status: 'a' }, after: { status: 'b' } },
        { id: 2, before: { status: 'a' }, after: { ...values, status: 'b' } },
        { id: 3, before: null, after: { ...values, status: 'b' } },
      ]),
    );
    expect(await auditsOf(name)).toEqual([
      { verb: 'edit', before: null, after: { status: 'b' } },
      { verb: 'edit', before: { status: 'a' }, after: { status: 'b' } },
      { verb: 'edit', before: { status: 'a' }, after: { status: 'b' } },
    ]);
  });
});

test('a subscription whose card is asked for is audited without its page and its link', async () => {
  const { subscriptionid, web_userid, planid } = await inSystemTransaction({ pool: scene.pool, registry }, async (tx) => {
    const person = await createAudited(tx, web_users, { first_name: 'Ana', last_name: 'Ruiz', gender: 'F', email: 'ana@example.com' });
    const plan = await createAudited(tx, apolo_plans, { name: 'Mensual', interval: 'month', price_cents: 100 });
    const made = { web_userid: person, planid: plan, price_cents: 100, card_link: secret, card_session: secret, card_ref: secret };
    return { subscriptionid: await createAudited(tx, apolo_subscriptions, made), web_userid: person, planid: plan };
  });
  expect(await auditsOf('apolo_subscriptions')).toMatchObject([
    { verb: 'create', before: null, after: { web_userid, planid, price_cents: 100 } },
    {},
    {},
  ]);
  const changed = await inSystemTransaction({ pool: scene.pool, registry }, async (tx) => {
    const at = await updateAudited(tx, apolo_subscriptions, (row) => sql`${row.subscriptionid} = ${subscriptionid}`, {
      card_link: `${secret}-2`,
    });
    await updateEachAudited(tx, apolo_subscriptions, [{ id: subscriptionid, values: { card_session: `${secret}-3`, price_cents: 200 } }]);
    return at;
  });
  expect(changed, 'who changed only a secret is audited too').toEqual([subscriptionid]);
  expect((await auditsOf('apolo_subscriptions')).slice(0, 2)).toEqual([
    { verb: 'edit', before: { price_cents: 100 }, after: { price_cents: 200 } },
    { verb: 'edit', before: {}, after: {} },
  ]);
  const [{ found }] = (
    await scene.pool.query('select count(*)::int as found from audits where before::text like $1 or after::text like $1', [`%${secret}%`])
  ).rows;
  expect(found).toBe(0);
});
