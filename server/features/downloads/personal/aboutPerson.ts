import { toCsv } from '@/words/csv';
import { formatInstant } from '@/words/format';
import { sentenceOf } from '../../../api/audit/sentences';
import { audits } from '../../../database/tables';
import { columnsOf } from '../../../kernel/columnsOf';
import { select } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import type { ArchivedFile } from '../engine/ArchiveKind';
import { ownWords as translate } from '../ownWords';
import type { PersonalRows } from './personalRows';
import { textFile } from './personalTables';

const a = columnsOf(audits);
const most = 2000;
const entry = { at: a.created, who: a.actor_name, verb: a.verb, action: a.action, resource: a.resource, recordid: a.recordid };
const columns = ['at', 'who', 'what', 'kind', 'recordid'] as const;

/** Who looked at the records of a person or changed them, and when: the newest of each resource, without the values, which their records say. */
export const aboutPerson = async (tx: Transaction, found: readonly PersonalRows[]): Promise<readonly ArchivedFile[]> => {
  const entries = await tx.asOwner(async () => {
    const all = [];
    for (const { resource, rows } of found) {
      const ids = rows.map((row) => Number(row[resource.key]));
      all.push(
        ...(await select(
          tx,
          entry,
          sql`from ${a} where ${a.resource} = ${resource.name} and ${a.recordid} = any(${ids}::bigint[]) order by ${a.created} desc limit ${sql.raw(String(most))}`,
        )),
      );
    }
    return all;
  });
  const say = (key: string): string => translate(key, tx.locale);
  const lines = entries.map((each) => [
    formatInstant(each.at),
    each.who || say('show.history.system'),
    sentenceOf({ translate, locale: tx.locale }, each),
    say(`${each.resource}.singular`),
    String(each.recordid),
  ]);
  return [
    textFile('csv/audits.csv', toCsv([columns.map((name) => say(`audit.columns.${name}`)), ...lines])),
    textFile('json/audits.json', `${JSON.stringify(entries, null, 2)}\n`),
  ];
};
