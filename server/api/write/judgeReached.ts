import type { AnyResource } from '@/schema';
import { choiceKey } from '@/schema/project/i18n';
import { actionFor } from '@/schema/project/setting';
import type { Problem } from '@/schema/project/zod';
import { invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';

/** The values in a request that only an action may write, also inside embedded rows. */
const reachedOtherwise = (tx: Transaction, resource: AnyResource, sent: Row, before: Row | null, prefix: string): readonly Problem[] =>
  Object.entries(sent).flatMap(([name, value]) => {
    const field = resource.all[name];
    if (!field) return [];
    const path = `${prefix}${name}`;
    if (field.embeds && Array.isArray(value)) {
      const child = tx.registry.get(field.embeds.target);
      const stored: readonly Row[] = Array.isArray(before?.[name]) ? before[name] : [];
      return value.flatMap((row: Row, at) => {
        const known = stored.find((each) => each[child.key] === row[child.key]) ?? null;
        return reachedOtherwise(tx, child, row, known, `${path}.${at}.`);
      });
    }
    const action = actionFor(resource, name, value, before);
    if (!action) return [];
    const params = {
      state: { key: choiceKey(resource.name, name, field, String(value)) },
      action: { key: `${resource.name}.actions.${action}` },
    };
    return [{ path, code: 'BY_ACTION', params }];
  });

/** Refuses statuses that only actions set. */
export const judgeReached = (tx: Transaction, resource: AnyResource, sent: Row, before: Row | null): void => {
  const problems = reachedOtherwise(tx, resource, sent, before, '');
  if (problems.length > 0) throw invalid(problems);
};
