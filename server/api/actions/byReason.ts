import type { DomainError } from '../../kernel/DomainError';
import type { Locale, Translate } from '../../kernel/messages';
import { leftOut, type Refused } from './order';

/** Records that are left out for the same reason, which is given once. */
export interface Group extends Omit<Refused, 'id'> {
  readonly kind: 'skipped' | 'failed';
  readonly ids: readonly number[];
}
interface LeftOut {
  readonly skipped: readonly Refused[];
  readonly failed: readonly Refused[];
  readonly foreseen: ReadonlyMap<number, DomainError>;
}

/** Groups the records that are left out by their reason, the most frequent first. */
export const byReason = ({ skipped, failed, foreseen }: LeftOut, translate: Translate, locale: Locale): readonly Group[] => {
  const groups = new Map<string, { readonly group: Omit<Group, 'ids'>; readonly ids: number[] }>();
  const put = (kind: Group['kind'], { id, ...said }: Refused): void => {
    const key = `${kind} ${said.code} ${said.rule ?? ''} ${said.reason}`;
    const known = groups.get(key);
    if (known) known.ids.push(id);
    else groups.set(key, { group: { kind, ...said }, ids: [id] });
  };
  for (const each of skipped) put('skipped', each);
  for (const each of failed) put('failed', each);
  const known = new Map<DomainError, Refused>();
  for (const [id, error] of foreseen) {
    const said = known.get(error) ?? leftOut(id, error, translate, locale);
    known.set(error, said);
    put(error.statusCode === 400 ? 'failed' : 'skipped', { ...said, id });
  }
  return [...groups.values()].map(({ group, ids }) => ({ ...group, ids })).sort((one, other) => other.ids.length - one.ids.length);
};
