import { useLogList, type HttpError } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import type { AnyResource } from '@/schema';
import { canSee } from '@/schema/project/access';
import { formatInstant, formatRelative } from '@/fields/format';
import { useGrants } from '../AppContext';
import { fieldLabel } from '../fieldLabel';
import { useWords } from '../useWords';
import { FieldValue } from './FieldValue';

interface Change {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}
interface Entry {
  readonly auditid: number;
  readonly verb: string;
  readonly at: string;
  readonly actor: { readonly userid: number | null; readonly name: string | null } | null;
  readonly changes: readonly Change[];
}
const verbs = new Set(['create', 'edit', 'delete']);
const fewChanges = 8, fewEntries = 20;
const isNothing = (value: unknown): boolean => value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const ChangeLine = ({ resource, change }: { readonly resource: AnyResource; readonly change: Change }) => {
  const words = useWords();
  const field = resource.all[change.field]!;
  const side = (value: unknown) =>
    isNothing(value) ? <span className="history-note">{words.t('show.history.nothing')}</span> : <FieldValue isCell isLoose field={field} place={{ resource: resource.name, name: change.field }} row={{ [change.field]: value }} />;
  return (
    <div>
      <dt>{fieldLabel(words, resource, change.field)}</dt>
      <dd>
        {isNothing(change.old) ? null : <><span className="asd-hidden-text">{words.t('show.history.before')} </span><del className="history-old">{side(change.old)}</del> <span aria-hidden="true">→</span> </>}
        <span className="asd-hidden-text">{words.t('show.history.after')} </span><span className="history-new">{side(change.new)}</span>
      </dd>
    </div>
  );
};

const EntryItem = ({ resource, entry }: { readonly resource: AnyResource; readonly entry: Entry }) => {
  const { t, maybe, locale } = useWords();
  const grants = useGrants();
  const [isWhole, setIsWhole] = useState(false);
  const shown = entry.changes.filter(({ field, old, new: next }) => resource.all[field] && canSee(grants, resource.all[field]!) && !(isNothing(old) && isNothing(next)));
  const cut = isWhole ? shown : shown.slice(0, fewChanges);
  const what = verbs.has(entry.verb) ? t(`show.history.${entry.verb}`) : t('show.history.action', { name: maybe(`${resource.name}.actions.${entry.verb}`) ?? entry.verb });
  return (
    <li>
      <span className="history-who">{entry.actor?.name ?? t('show.history.system')}</span> {what}
      <time className="history-when" dateTime={entry.at} title={formatRelative(entry.at, locale)}>{formatInstant(entry.at)}</time>
      {entry.verb === 'delete' || cut.length === 0 ? null : <dl className="history-changes">{cut.map((change) => <ChangeLine key={change.field} resource={resource} change={change} />)}</dl>}
      {cut.length < shown.length ? <Button type="link" size="small" onClick={() => setIsWhole(true)}>{t('show.history.rest', { count: shown.length - cut.length })}</Button> : null}
    </li>
  );
};

/** What happened to a record, newest first: who, when, and each field before and after. A new version is read again. */
export const History = ({ resource, id, version }: { readonly resource: AnyResource; readonly id: number; readonly version: unknown }) => {
  const { t } = useWords();
  const [count, setCount] = useState(fewEntries);
  const { data, isPending, error, refetch } = useLogList<readonly Entry[], HttpError>({ resource: resource.name, meta: { id, version }, queryOptions: { placeholderData: () => undefined } });
  const entries = Array.isArray(data) ? (data as readonly Entry[]) : [];
  return (
    <aside className="history" aria-labelledby="history-title">
      <h2 id="history-title">{t('show.history.title')}</h2>
      {isPending ? <div className="record-skeleton" aria-hidden="true"><span /><span /></div> : null}
      {error ? <p className="history-note" role="alert">{t('show.history.failed')} <Button type="link" size="small" onClick={() => void refetch()}>{t('show.retry')}</Button></p> : null}
      {!isPending && !error && entries.length === 0 ? <p className="history-note">{t('show.history.empty')}</p> : null}
      <ol>{entries.slice(0, count).map((entry) => <EntryItem key={entry.auditid} resource={resource} entry={entry} />)}</ol>
      {entries.length > count ? <Button size="small" onClick={() => setCount(count + fewEntries)}>{t('show.history.more')}</Button> : null}
    </aside>
  );
};
