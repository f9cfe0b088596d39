import { useLogList, type HttpError } from '@refinedev/core';
import { Button } from '@/frame/antd/Button';
import { useState, type ReactNode } from 'react';
import { fieldOf, type AnyResource } from '@/schema';
import { nth } from '@/schema/must';
import { canSee } from '@/schema/project/access';
import { formatInstant, formatRelative } from '@/words/format';
import { useGrants } from '../../fields/kit/AppContext';
import { fieldLabel } from '../../fields/kit/fieldLabel';
import { useWords } from '../../fields/kit/useWords';
import { FieldValue } from '../../fields/kit/FieldValue';

interface Change {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
  /** What the records are called that the values refer to. */
  readonly titles?: Readonly<Record<string, string>>;
}
interface Entry {
  readonly auditid: number;
  readonly verb: string;
  readonly at: string;
  readonly actor: { readonly userid: number | null; readonly name: string | null } | null;
  readonly changes: readonly Change[];
}
const verbs = new Set(['create', 'edit', 'delete', 'read', 'accept', 'decline', 'lapse', 'open']);
const fewChanges = 8,
  fewEntries = 20;
const none: readonly string[] = [];
const noTitles = {};
const isNothing = (value: unknown): boolean => value === null || value === undefined || (Array.isArray(value) && value.length === 0);

type Row = Readonly<Record<string, unknown>>;
/** The related values before and after a history entry: later changes show the former value. */
const surroundings = (
  names: readonly string[],
  entries: readonly Entry[],
  at: number,
  row: Row,
): { readonly old: Row; readonly new: Row } => {
  const of = (name: string, side: 'old' | 'new', own: Change | undefined): unknown => {
    if (own) return own[side];
    const later = entries
      .slice(0, at)
      .reverse()
      .flatMap(({ changes }) => changes)
      .find(({ field }) => field === name);
    return later ? later.old : row[name];
  };
  const side = (which: 'old' | 'new'): Row =>
    Object.fromEntries(
      names.map((name) => [
        name,
        of(
          name,
          which,
          nth(entries, at).changes.find(({ field }) => field === name),
        ),
      ]),
    );
  return { old: side('old'), new: side('new') };
};

const ChangeLine = ({
  resource,
  change,
  rows,
}: {
  readonly resource: AnyResource;
  readonly change: Change;
  readonly rows: { readonly old: Row; readonly new: Row };
}) => {
  const words = useWords();
  const field = fieldOf(resource, change.field);
  const side = (which: 'old' | 'new') => {
    const value = change[which];
    return isNothing(value) ? (
      <span className="history-note">{words.t('show.history.nothing')}</span>
    ) : (
      <FieldValue
        isCell
        titles={change.titles ?? noTitles}
        field={field}
        place={{ resource: resource.name, name: change.field }}
        row={{ ...rows[which], [change.field]: value }}
      />
    );
  };
  return (
    <div>
      <dt>{fieldLabel(words, resource, change.field)}</dt>
      <dd>
        {isNothing(change.old) ? null : (
          <>
            <span className="asd-hidden-text">{words.t('show.history.before')} </span>
            <del className="history-old">{side('old')}</del> <span aria-hidden="true">→</span>{' '}
          </>
        )}
        <span className="asd-hidden-text">{words.t('show.history.after')} </span>
        <span className="history-new">{side('new')}</span>
      </dd>
    </div>
  );
};

const EntryItem = ({
  resource,
  entries,
  at,
  row,
  hidden,
}: {
  readonly resource: AnyResource;
  readonly entries: readonly Entry[];
  readonly at: number;
  readonly row: Row;
  readonly hidden: readonly string[];
}) => {
  const entry = nth(entries, at);
  const { t, maybe, locale } = useWords();
  const grants = useGrants();
  const [isWhole, setIsWhole] = useState(false);
  const shown = entry.changes.filter(
    ({ field, old, new: next }) =>
      resource.all[field] && !hidden.includes(field) && canSee(grants, fieldOf(resource, field)) && !(isNothing(old) && isNothing(next)),
  );
  const cut = isWhole ? shown : shown.slice(0, fewChanges);
  const what = verbs.has(entry.verb)
    ? t(`show.history.${entry.verb}`)
    : t('show.history.action', { name: maybe(`${resource.name}.actions.${entry.verb}`) ?? entry.verb });
  return (
    <li>
      <span className="history-who">{entry.actor?.name ?? t('show.history.system')}</span> {what}
      <time className="history-when" dateTime={entry.at} title={formatRelative(entry.at, locale)}>
        {formatInstant(entry.at)}
      </time>
      {entry.verb === 'delete' || cut.length === 0 ? null : (
        <dl className="history-changes">
          {cut.map((change) => (
            <ChangeLine
              key={change.field}
              resource={resource}
              change={change}
              rows={surroundings(fieldOf(resource, change.field).reads ?? [], entries, at, row)}
            />
          ))}
        </dl>
      )}
      {cut.length < shown.length ? (
        <Button type="link" size="small" onClick={() => setIsWhole(true)}>
          {t('show.history.rest', { count: shown.length - cut.length })}
        </Button>
      ) : null}
    </li>
  );
};

interface HistoryProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly row: Row;
  /** Fields whose changes are left out. */
  readonly hidden?: readonly string[];
  /** Shown without a title, if the title is already on screen. */
  readonly isPart?: boolean;
  /** What comes before it in the same column. */
  readonly children?: ReactNode;
}
/** The history of a record, newest first: who, when, and each field before and after. Read again when the version changes. */
export const History = ({ resource, id, row, hidden = none, isPart = false, children }: HistoryProps) => {
  const { t } = useWords();
  const [count, setCount] = useState(fewEntries);
  const { data, isPending, error, refetch } = useLogList<readonly Entry[], HttpError>({
    resource: resource.name,
    meta: { id, version: row['version'] },
    queryOptions: { placeholderData: () => undefined },
  });
  const entries = Array.isArray(data) ? (data as readonly Entry[]) : [];
  const content = (
    <>
      {isPending ? (
        <div className="record-skeleton" aria-hidden="true">
          <span />
          <span />
        </div>
      ) : null}
      {error ? (
        <p className="history-note" role="alert">
          {t('show.history.failed')}{' '}
          <Button type="link" size="small" onClick={() => void refetch()}>
            {t('show.retry')}
          </Button>
        </p>
      ) : null}
      {!isPending && !error && entries.length === 0 ? <p className="history-note">{t('show.history.empty')}</p> : null}
      <ol>
        {entries.slice(0, count).map(({ auditid }, at) => (
          <EntryItem key={auditid} resource={resource} entries={entries} at={at} row={row} hidden={hidden} />
        ))}
      </ol>
      {entries.length > count ? (
        <Button size="small" onClick={() => setCount(count + fewEntries)}>
          {t('show.history.more')}
        </Button>
      ) : null}
    </>
  );
  if (isPart) return <div className="history">{content}</div>;
  return (
    <aside className="history" aria-labelledby="history-title" tabIndex={0}>
      {children}
      <h2 id="history-title">{t('show.history.title')}</h2>
      {content}
    </aside>
  );
};
