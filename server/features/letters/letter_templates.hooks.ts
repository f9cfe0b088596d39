import { fileURLToPath } from 'node:url';
import { events } from '@/resources/events/events';
import { isOfPlatform } from '@/domain/letterTexts';
import { organizations } from '@/resources/organizations/organizations';
import { letter_templates } from '@/resources/letter_templates/letter_templates';
import { columnsOf } from '../../kernel/columnsOf';
import { defineHooks } from '../../kernel/defineHooks';
import { createTranslate } from '../../kernel/messages';
import { invalid, problemAt } from '../../kernel/DomainError';
import { exists, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { judgeTexts } from './judgeTexts';
import { judgeSample, sampleOf } from './sampleOf';
import { askTest } from './testLetters';

const e = columnsOf(events);
const o = columnsOf(organizations);
const t = columnsOf(letter_templates);
const translate = createTranslate(fileURLToPath(new URL('../../../locales', import.meta.url)));

/** Whether an organization runs the platform; letters about affiliations and subscriptions are its own. */
const isPlatform = (tx: Transaction, organizationid: number | null): Promise<boolean> =>
  tx.asOwner(() => exists(tx, sql`from ${o} where ${o.organizationid} = ${organizationid} and ${o.is_platform}`));
const localeOf = async (tx: Transaction, id: number) =>
  (await selectAll(tx, t.locale, sql`from ${t} where ${t.letter_templateid} = ${id}`))[0];

/** The server's rules for a template: it contains only names that its letter knows. */
export const letterTemplatesHooks = defineHooks(letter_templates, {
  beforeAccept: async ({ tx, body }) => {
    if (!Number.isSafeInteger(body.eventid) || body.organizationid === undefined) return; // a tenant chooses none: it is its own
    const [owner] = await selectAll(
      tx,
      value<number>(sql`${e.organizationid}`),
      sql`from ${e} where ${e.eventid} = ${body.eventid ?? null} and ${e.deleted_at} is null`,
    );
    if (owner !== undefined) body.organizationid = owner; // the template of an event belongs to whom the event belongs
  },
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'delete') return;
    const { kind, subject, body, locale, pairid, organizationid } = { ...before, ...values };
    if (kind && subject && body) judgeTexts(kind, { subject, body });
    if (verb === 'create' && isOfPlatform(kind) && !(await isPlatform(tx, organizationid ?? tx.grants.organizationid)))
      throw invalid([problemAt('kind', 'TEMPLATE_OF_PLATFORM')]);
    if (pairid && (await localeOf(tx, pairid)) === locale) throw invalid([problemAt('pairid', 'TEMPLATE_PAIR_LANGUAGE')]);
  },
  actions: {
    preview: async ({ tx, row, input: { inscriptionid } }) => {
      await judgeSample(tx, row, inscriptionid);
      return sampleOf(tx, row, inscriptionid, translate);
    },
    test_to_me: async ({ tx, id, row, input: { inscriptionid } }) => {
      await judgeSample(tx, row, inscriptionid);
      await askTest(tx, id, inscriptionid);
    },
  },
});
