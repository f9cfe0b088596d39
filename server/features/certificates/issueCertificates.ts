import { factsText } from '@/domain/results/certificateFacts';
import { certificate_templates } from '@/resources/certificate_templates/certificate_templates';
import { certificates } from '@/resources/certificates/certificates';
import type { Result } from '@/resources/results/results';
import { createAllAudited, updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, type DomainError } from '../../kernel/DomainError';
import type { Group } from '../../kernel/group';
import { execute, select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { randomCode } from '../../kernel/codes';
import { installationOf } from '../signLinks/signLinks';
import { results } from '@/resources/results/results';
import { fingerprintOf } from './certificateContent';
import { readFacts, type Certified } from './readFacts';

const t = columnsOf(certificate_templates, 't');
const c = columnsOf(certificates, 'c');
const r = columnsOf(results, 'r');
const serialLength = 12,
  podiumPlaces = 3;

/** Where a certificate is verified; without a server that has started, the path alone has an example host. */
export const verifyAddress = (tx: Pick<Transaction, 'registry'>, serial: string): string =>
  `${installationOf(tx)?.origin ?? 'http://localhost'}/verify/${serial}`;

interface Template {
  readonly templateid: number;
  readonly eventid: number;
  readonly kind: string;
  readonly distanceids: readonly number[];
  readonly given_to: readonly string[];
}
/** The published templates of some events, the one for fewer distances first. */
export const readTemplates = (tx: Transaction, eventids: readonly number[]): Promise<readonly Template[]> =>
  select(
    tx,
    {
      templateid: t.templateid,
      eventid: t.eventid,
      kind: value<string>(sql`${t.kind}`),
      distanceids: value<readonly number[]>(sql`coalesce(${t.distanceids}, '{}')`),
      given_to: value<readonly string[]>(sql`coalesce(${t.given_to}, '{}')`),
    },
    sql`from ${t} where ${t.eventid} = any(${[...new Set(eventids)]}::bigint[]) and ${t.status} = 'published' and ${t.deleted_at} is null
       order by cardinality(coalesce(${t.distanceids}, '{}')) = 0, ${t.templateid}`,
  );

/** Whether a template is for a result: its distance, its end and, for a podium, its place. */
export const isFor = ({ eventid, distanceids, given_to, kind }: Template, certified: Certified): boolean => {
  const { place_overall, place_gender, place_category, status } = certified.facts;
  const isOnPodium = [place_overall, place_gender, place_category].some((place) => place !== null && place <= podiumPlaces);
  return (
    eventid === certified.eventid &&
    (distanceids.length === 0 || distanceids.includes(certified.distanceid)) &&
    given_to.includes(status) &&
    (kind !== 'podium' || isOnPodium) &&
    kind !== 'volunteer'
  );
};

interface Valid {
  readonly certificateid: number;
  readonly resultid: number;
  readonly templateid: number;
  readonly serial: string;
  readonly text: string;
}
const readValid = async (tx: Transaction, resultids: readonly number[]): Promise<readonly Valid[]> => {
  const found = await select(
    tx,
    {
      certificateid: c.certificateid,
      resultid: value<number>(sql`${c.resultid}`),
      templateid: c.templateid,
      serial: value<string>(sql`${c.serial}`),
      facts: c.facts,
    },
    sql`from ${c} where ${c.resultid} = any(${resultids}::bigint[]) and ${c.status} = 'valid' and ${c.deleted_at} is null order by ${c.certificateid}`,
  );
  return found.map(({ facts, ...rest }) => ({ ...rest, text: facts ? factsText(facts) : '' }));
};

interface Issue {
  readonly certified: Certified;
  readonly template: Template;
  readonly old: Valid | undefined;
}
/** Why no certificate is issued for a result, or what is issued. */
const planOf = (certified: Certified | undefined, templates: readonly Template[], valid: readonly Valid[]): Issue | DomainError => {
  if (!certified?.isPublished) return conflict('RESULTS_UNPUBLISHED');
  const template = templates.find((each) => isFor(each, certified));
  if (!template) return conflict('CERTIFICATE_NOT_FOR');
  const old = valid.find(({ resultid, templateid }) => resultid === certified.resultid && templateid === template.templateid);
  return old?.text === factsText(certified.facts) ? conflict('CERTIFICATE_THERE') : { certified, template, old };
};

const write = async (tx: Transaction, issues: readonly Issue[]): Promise<ReadonlyMap<number, string>> => {
  const replaced = issues.flatMap(({ old }) => old?.certificateid ?? []);
  if (replaced.length > 0)
    await updateAudited(tx, certificates, (row) => sql`${row.certificateid} = any(${replaced}::bigint[])`, { status: 'replaced' });
  const made = issues.map(({ certified: { resultid, eventid, inscriptionid, facts }, template: { templateid } }) => {
    const serial = randomCode(serialLength);
    return {
      templateid,
      eventid,
      resultid,
      inscriptionid,
      serial,
      facts,
      sha256: fingerprintOf(serial, templateid, facts),
      url: verifyAddress(tx, serial),
      generated_at: new Date().toISOString(),
    };
  });
  await createAllAudited(tx, certificates, made);
  return new Map(made.map(({ resultid, serial }) => [resultid, serial]));
};

/** The results wait for each other in the order of their keys, so that two requests never issue two certificates. */
const lockResults = (tx: Transaction, resultids: readonly number[]): Promise<void> =>
  execute(tx, sql`select 1 from ${r} where ${r.resultid} = any(${resultids}::bigint[]) order by ${r.resultid} for no key update`);

/** Issues certificates of published results. One that says what no longer holds is marked as replaced, and a new one is issued. */
export const issueCertificates = async (group: Group<Result>): Promise<void> => {
  const { tx } = group;
  const ids = group.members().map(({ id }) => id);
  await lockResults(tx, ids);
  const facts = await readFacts(tx, ids),
    templates = await readTemplates(
      tx,
      group.members().map(({ row }) => row.eventid),
    ),
    valid = await readValid(tx, ids);
  const plans = new Map(ids.map((id) => [id, planOf(facts.get(id), templates, valid)]));
  group.refuseWhere((_row, id) => {
    const plan = plans.get(id);
    return plan instanceof Error ? plan : null;
  });
  await write(
    tx,
    group.members().flatMap(({ id }) => {
      const plan = plans.get(id);
      return plan === undefined || plan instanceof Error ? [] : [plan];
    }),
  );
};

/** Whether a published template is for a result. */
export const mayCertify = async (tx: Transaction, resultid: number): Promise<boolean> => {
  const certified = (await readFacts(tx, [resultid])).get(resultid);
  if (!certified?.isPublished) return false;
  return (await readTemplates(tx, [certified.eventid])).some((each) => isFor(each, certified));
};

/** Whether the last certificate of a result from a template was revoked: only staff issues another one. */
const wasRevoked = async (tx: Transaction, resultid: number, templateid: number): Promise<boolean> => {
  const last = await selectOne(
    tx,
    { status: value<string>(sql`${c.status}`) },
    sql`from ${c} where ${c.resultid} = ${resultid} and ${c.templateid} = ${templateid} and ${c.deleted_at} is null order by ${c.certificateid} desc limit 1`,
  );
  return last?.status === 'revoked';
};

/** The serial of the certificate of one result that holds now, which is issued if there is none; null when no template is for it, or its last one was revoked. */
export const certificateFor = async (tx: Transaction, resultid: number): Promise<string | null> => {
  await lockResults(tx, [resultid]);
  const certified = (await readFacts(tx, [resultid])).get(resultid);
  if (!certified?.isPublished) return null;
  const templates = await readTemplates(tx, [certified.eventid]);
  const template = templates.find((each) => isFor(each, certified));
  if (!template) return null;
  const valid = (await readValid(tx, [resultid])).find(({ templateid }) => templateid === template.templateid);
  if (valid?.text === factsText(certified.facts)) return valid.serial;
  if (await wasRevoked(tx, resultid, template.templateid)) return null;
  return (await write(tx, [{ certified, template, old: valid }])).get(resultid) ?? null;
};
