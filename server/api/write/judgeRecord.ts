import type { AnyResource } from '@/schema';
import { brokenRules } from '@/schema/project/zod';
import { invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { settleEmbedded } from './embedded';

/** Completes the embedded rows of a write, and refuses it where a rule of the declaration does not hold after it. */
export const judgeRecord = (tx: Transaction, resource: AnyResource, record: Row, values: Record<string, unknown>): void => {
  const problems = [...settleEmbedded(tx, resource, values, record), ...brokenRules(resource, { ...record, ...values })];
  if (problems.length > 0) throw invalid(problems);
};
