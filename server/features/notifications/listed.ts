import { web_users } from '@/resources/web_users/web_users';
import { canSee } from '@/schema/project/access';
import { listedIn, mostListed, type Listed } from '@/domain/web/audienceList';
import { fieldOf } from '@/schema';
import { invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf, type Column } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const mostNamed = 20;
const path = 'audience_list';
const byEmail = ({ text }: Listed): boolean => text.includes('@');
const byNumber = ({ text }: Listed): boolean => /^\d{1,15}$/.test(text);

const w = columnsOf(web_users);
const find = async (
  tx: Transaction,
  column: Column<unknown>,
  type: 'text' | 'bigint',
  values: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (values.length === 0) return new Map();
  const found = await select(
    tx,
    { text: value<string>(sql`${column}::text`), id: w.web_userid },
    sql`from ${w} where ${column} = any(${values}::${sql.raw(type)}[]) and ${w.status} = 'active' and ${w.deleted_at} is null`,
  );
  return new Map(found.map(({ text, id }) => [text, id]));
};

/** Names lines for people: the first ones with their text, and an ellipsis when there are more. */
const named = (lines: readonly Listed[]): string =>
  lines
    .slice(0, mostNamed)
    .map(({ line, text }) => `${line} (${text})`)
    .join(', ') + (lines.length > mostNamed ? '…' : '');

/**
 * The ids of the athletes in a list with a number, an e-mail or an account on each line; no e-mail is stored. Refuses a list with
 * unknown lines, and names them.
 */
export const settleList = async (tx: Transaction, list: string): Promise<string> => {
  const lines = listedIn(list);
  if (lines.length === 0) throw invalid([{ path, code: 'LIST_EMPTY' }]);
  if (lines.length > mostListed) throw invalid([{ path, code: 'LIST_TOO_LONG', params: { max: mostListed, count: lines.length } }]);
  const emails = lines.filter(byEmail),
    numbers = lines.filter(byNumber),
    accounts = lines.filter((each) => !byEmail(each) && !byNumber(each));
  if (emails.length > 0 && !canSee(tx.grants, fieldOf(web_users, 'email')))
    throw invalid([
      {
        path,
        code: 'LIST_BY_EMAIL',
        params: {
          lines: emails
            .slice(0, mostNamed)
            .map(({ line }) => line)
            .join(', '),
        },
      },
    ]);
  const known = {
    email: await find(
      tx,
      w.email,
      'text',
      emails.map(({ text }) => text.toLowerCase()),
    ),
    number: await find(
      tx,
      w.web_userid,
      'bigint',
      numbers.map(({ text }) => text),
    ),
    account: await find(
      tx,
      w.asdeporteid,
      'text',
      accounts.map(({ text }) => text),
    ),
  };
  const idOf = (each: Listed): number | undefined => {
    if (byEmail(each)) return known.email.get(each.text.toLowerCase());
    return byNumber(each) ? known.number.get(String(Number(each.text))) : known.account.get(each.text);
  };
  const unknown = lines.filter((each) => idOf(each) === undefined);
  if (unknown.length > 0) throw invalid([{ path, code: 'LIST_UNKNOWN', params: { count: unknown.length, lines: named(unknown) } }]);
  return [...new Set(lines.map(idOf))].join('\n');
};

/** The athletes of a resolved list; `null` when there is none. */
export const listedIds = (list: string | null | undefined): readonly number[] | null => (list ? list.split('\n').map(Number) : null);
