import type { FastifyInstance } from 'fastify';
import { auditKey, type AuditLine } from '@/domain/audit';
import { toCsv } from '@/words/csv';
import { formatInstant } from '@/words/format';
import { actorColumns } from '../../api/audit/audit';
import { contactFileLook, wholeList } from '../../api/audit/noteReads';
import { audits } from '../../database/tables';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError } from '../../kernel/DomainError';
import type { Locale, Translate } from '../../kernel/messages';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { fileHeaders } from '../downloads/engine/fileHeaders';
import { askedAudit, auditParameters, type AskedAudit } from './askedAudit';
import { countAudit, readAudit, readAuditOptions } from './readAudit';

const a = columnsOf(audits);
const pageSize = 50,
  portion = 500;
/** Lines that one file holds; for more the days are narrowed. */
export const mostAuditLines = 5000;

const columns = ['at', 'who', 'what', 'kind', 'title', 'recordid', 'changes', 'key', 'ip', 'organization', 'auditid'] as const;
const changesIn = ({ changes }: AuditLine): string =>
  changes.map(({ label, old, new: next }) => (old === '' && next === '' ? label : `${label}: ${old || '—'} → ${next || '—'}`)).join(' · ');
const cells: { readonly [C in (typeof columns)[number]]: (line: AuditLine) => string } = {
  at: ({ at }) => formatInstant(at),
  who: ({ who }) => who,
  what: ({ what }) => what,
  kind: ({ kind }) => kind,
  title: ({ title }) => title ?? '',
  recordid: ({ recordid }) => (recordid === wholeList ? '' : String(recordid)),
  changes: changesIn,
  key: ({ keyName }) => keyName ?? '',
  ip: ({ ip }) => ip ?? '',
  organization: ({ organization }) => organization ?? '',
  auditid: ({ auditid }) => String(auditid),
};

const fileOf = (lines: readonly AuditLine[], translate: Translate, locale: Locale): string => {
  const say = (key: string): string => translate(key, locale);
  return toCsv([columns.map((name) => say(`audit.columns.${name}`)), ...lines.map((line) => columns.map((name) => cells[name](line)))]);
};

/** Taking the file is a look too, at what it shows. */
const noteFile = (tx: Transaction): Promise<void> => {
  tx.keep();
  return execute(
    tx,
    sql`insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${a.action}, ${actorColumns})
      values ('audits', ${wholeList}, ${tx.grants.organizationid}::bigint, 'read', ${contactFileLook}, ${tx.userid}::bigint, ${tx.userName}, null, null, ${tx.call.requestId}, 'download', ${tx.call.ip || null}, ${auditKey})`,
  );
};

const readAll = async (tx: Transaction, translate: Translate, asked: AskedAudit): Promise<readonly AuditLine[]> => {
  const rows = await countAudit(tx, asked, mostAuditLines + 1);
  if (rows > mostAuditLines)
    throw new DomainError('DOWNLOAD_TOO_MANY_ROWS', { params: { rows: `${mostAuditLines}+`, most: mostAuditLines, format: 'CSV' } });
  const lines: AuditLine[] = [];
  for (let before = asked.before, isMore = true; isMore;) {
    const { items, next } = await readAudit(tx, translate, { ...asked, before }, portion);
    lines.push(...items);
    isMore = next !== null;
    before = next ?? undefined;
  }
  return lines;
};

/**
 * `GET /audit`, `GET /audit/options` and `POST /audit/download` of the organization service: everything that was changed or looked at, newest first, for people with the key
 * for permissions. `before` continues after the last line of a page, so that a page costs the same however many there are.
 */
export const auditRoutes = (scope: FastifyInstance, deps: ApiDeps): void => {
  scope.get('/audit', { config: { query: auditParameters } }, (request) => {
    const asked = askedAudit(request.query);
    return inTransaction(deps, callOf(request), 'look', (tx) => readAudit(tx, deps.translate, asked, pageSize));
  });
  scope.get('/audit/options', (request) => inTransaction(deps, callOf(request), 'look', (tx) => readAuditOptions(tx, deps.translate)));
  scope.post('/audit/download', async (request, reply) => {
    const asked = askedAudit(request.body ?? {});
    const call = callOf(request);
    const lines = await inTransaction(deps, call, 'read', async (tx) => {
      const all = await readAll(tx, deps.translate, asked);
      await noteFile(tx);
      return all;
    });
    const name = `${deps.translate('audit.title', call.locale)}.csv`;
    return fileHeaders(reply, 'text/csv; charset=utf-8', name).send(fileOf(lines, deps.translate, call.locale));
  });
};
