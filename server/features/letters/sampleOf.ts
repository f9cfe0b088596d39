import { inscriptions } from '@/resources/inscriptions/inscriptions';
import type { LetterTemplate } from '@/resources/letter_templates/letter_templates';
import type { Letter } from '../../adapters/mail/Mail';
import { columnsOf } from '../../kernel/columnsOf';
import { invalid } from '../../kernel/DomainError';
import type { Translate } from '../../kernel/messages';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { fieldsOfLetter, isLetterKind } from '@/domain/letterTexts';
import { composeSample, ownTexts } from './compose';
import { readSample } from './readFacts';

type Template = Pick<LetterTemplate, 'kind' | 'locale' | 'subject' | 'body' | 'organizationid' | 'eventid'>;
const i = columnsOf(inscriptions);
const foreign = invalid([{ path: 'input.inscriptionid', code: 'INVALID_REFERENCE' }]);

/** Refuses a registration that the person does not see, and one for which the template is not. */
export const judgeSample = async (tx: Transaction, { organizationid, eventid }: Template, inscriptionid: number): Promise<void> => {
  const isOurs = await exists(
    tx,
    sql`from ${i} where ${i.inscriptionid} = ${inscriptionid} and ${i.organizationid} = ${organizationid ?? null} and ${i.eventid} = coalesce(${eventid ?? null}::bigint, ${i.eventid}) and ${i.deleted_at} is null`,
  );
  if (!isOurs) throw foreign;
};

/** A template with the present data of a registration. It holds neither address nor attachments. */
export const sampleOf = async (
  tx: Transaction,
  { kind, locale, subject, body }: Pick<Template, 'kind' | 'locale' | 'subject' | 'body'>,
  inscriptionid: number,
  translate: Translate,
): Promise<Pick<Letter, 'subject' | 'text'>> => {
  const isOfRegistration = isLetterKind(kind);
  const facts = await tx.asOwner(() => readSample(tx, { inscriptionid, kind: isOfRegistration ? kind : 'mailing', locale }));
  if (!facts) throw foreign;
  if (!isOfRegistration) {
    const { name, event, contact } = facts;
    const shown = { name, person: name, event, contact };
    const known: Readonly<Record<string, string>> = {
      ...Object.fromEntries(fieldsOfLetter(kind).map((field) => [field, `[${field}]`])),
      ...shown,
    };
    return ownTexts({ subject, body }, known);
  }
  return tx.asOwner(() => composeSample(facts, { subject, body }, { tx, translate, paymentLink: undefined }));
};
