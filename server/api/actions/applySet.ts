import { actionOf } from '@/schema';
import { settingOf } from '@/schema/project/setting';
import { brokenRules, settle } from '@/schema/project/zod';
import { invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { updateRow } from '../write/columns';
import { type Order } from './order';

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/**
 * The values that an action sets in a row, with the fields that no longer apply emptied; nothing when it sets nothing. Refused when the
 * row kept a rule that it would now break.
 */
export const valuesToSet = (tx: Transaction, { resource, name, input }: Order, row: Row, now: string): Row | null => {
  const action = actionOf(resource, name);
  if (!action.set) return null;
  const set = settingOf(action, { now, userid: tx.userid, input });
  const after = settle(resource, { ...row, ...set });
  const known = new Set(brokenRules(resource, row).map(({ path, rule }) => `${path} ${rule}`));
  const broken = brokenRules(resource, after).filter(({ path, rule }) => !known.has(`${path} ${rule}`));
  if (broken.length > 0) throw invalid(broken);
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => field in set || !same(value, row[field])));
};

/** Writes what an action sets into one record. */
export const applySet = async (tx: Transaction, order: Order, id: number, row: Row): Promise<void> => {
  const values = valuesToSet(tx, order, row, new Date().toISOString());
  if (values) await updateRow(tx, order.resource, id, values);
};
