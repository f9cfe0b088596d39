import { event_questions } from '@/resources/event_questions/event_questions';
import { allOf } from '@/schema';
import { events } from '@/resources/events/events';
import type { Asked, DownloadFormat } from './engine/Asked';
import { reaches } from '../../api/list/visible';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { invalid } from '../../kernel/DomainError';
import { select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { Wish } from './askDownload';
import { kinds, type AskedType } from './kinds';

/** A report by its name, of one event or of all that the person sees. */
export interface NamedReport {
  readonly type: AskedType;
  readonly format: DownloadFormat;
  readonly eventid: number | null;
  /** What it is printed on, and of which distance alone. */
  readonly sheet?: NonNullable<Asked['print']>['sheet'] | undefined;
  readonly distanceid?: number | null | undefined;
}
const e = columnsOf(events);
const q = columnsOf(event_questions);
const mostQuestions = 150;

const nameOfEvent = async (tx: Transaction, eventid: number): Promise<string> => {
  if (!(await reaches(tx, events, eventid, 'list'))) throw invalid([{ path: 'input.eventid', code: 'INVALID_REFERENCE' }]);
  const [name = ''] = await selectAll(
    tx,
    value<string>(sql`coalesce(${e.name}->>${tx.locale}, ${e.name}->>'es')`),
    sql`from ${e} where ${e.eventid} = ${eventid}`,
  );
  return name;
};

/** A column for the answers to each question of an event, under the words of the question. */
const questionsOf = async (tx: Transaction, eventid: number): Promise<Readonly<Record<string, string>>> => {
  const questions = await select(
    tx,
    { id: q.questionid, label: value<string>(sql`left(coalesce(${q.label}->>${tx.locale}, ${q.label}->>'es'), 300)`) },
    sql`from ${q} where ${q.eventid} = ${eventid} and ${q.deleted_at} is null order by ${q.sort}, ${q.questionid} limit ${sql.raw(String(mostQuestions))}`,
  );
  return Object.fromEntries(questions.map(({ id, label }) => [`question_answers.inscriptionid[questionid=${id}].value`, label]));
};

const papers: ReadonlySet<unknown> = new Set(['letter', 'a4']);
/** A packing list takes paper, labels take a sheet of labels; the usual ones where nothing is said. */
const sheetFor = (print: 'packing_list' | 'labels', sheet: NamedReport['sheet']): NonNullable<Asked['print']>['sheet'] => {
  if (sheet === undefined) return print === 'labels' ? 'avery5160' : 'letter';
  if (papers.has(sheet) === (print === 'labels')) throw invalid([{ path: 'input.sheet', code: 'NOT_A_CHOICE' }]);
  return sheet;
};

/** What a report by its name is asked for with. */
export const wishOfKind = async (
  tx: Transaction,
  { registry, translate }: Pick<ApiDeps, 'registry' | 'translate'>,
  { type, format, eventid, sheet, distanceid }: NamedReport,
): Promise<Wish> => {
  const { resource, columns, sort, event, where, print } = kinds[type];
  if (eventid !== null && !event) throw invalid([{ path: 'input.eventid', code: 'INVALID_REFERENCE' }]);
  if ((type === 'answers' || print) && eventid === null) throw invalid([{ path: 'input.eventid', code: 'REQUIRED' }]);
  const name = eventid === null ? '' : await nameOfEvent(tx, eventid);
  const labels = type === 'answers' && eventid !== null ? await questionsOf(tx, eventid) : {};
  const title = translate(`lists.report_types.${type}`, tx.locale);
  return {
    type,
    format,
    eventid,
    resource: registry.get(resource),
    name: eventid === null ? title : `${title} · ${name}`,
    asked: {
      columns: [...columns, ...Object.keys(labels)],
      labels,
      sort: [...sort],
      search: null,
      filter: allOf(
        event && eventid !== null ? { field: event, op: 'eq', value: eventid } : null,
        where,
        distanceid ? { field: 'distanceid', op: 'eq', value: distanceid } : null,
      ),
      ...(print && format === 'pdf' && eventid !== null && { print: { what: print, sheet: sheetFor(print, sheet), eventid } }),
    },
  };
};
