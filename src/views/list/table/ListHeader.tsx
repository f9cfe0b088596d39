import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Action, AnyResource } from '@/schema';
import type { Creation } from '../../../fields/kit/paths';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';

interface ListActionsProps {
  readonly resource: AnyResource;
  /** Where a new record is made; null for whoever may not. */
  readonly creation: Creation | null;
  readonly actions: readonly (readonly [string, Action])[];
  readonly onAction: (name: string) => void;
}
/** What may be done with the list as a whole: its declared actions and a new record. */
export const ListActions = ({ resource, creation, actions, onAction }: ListActionsProps) => {
  const { t } = useWords();
  if (creation === null && actions.length === 0) return null;
  return (
    <div className="list-actions">
      {actions.map(([name]) => (
        <button key={name} type="button" className="asd-button" onClick={() => onAction(name)}>
          {t(`${resource.name}.actions.${name}`)}
        </button>
      ))}
      {creation !== null ? (
        <Link className="asd-button" data-primary="" to={creation.to} state={creation.state}>
          <Icon name="plus" />
          {t(creation.title)}
        </Link>
      ) : null}
    </div>
  );
};

interface ListHeaderProps {
  readonly title: string;
  /** Inside another screen the title is already said there. */
  readonly titled: boolean;
  /** A list within a record is a part of that page, not the page. */
  readonly embedded: boolean;
  readonly context: string | null;
  readonly children: ReactNode;
}
/** The title of a list and one line of context. */
export const ListHeader = ({ title, titled, embedded, context, children }: ListHeaderProps) => (
  <header className={titled ? 'list-header' : 'asd-hidden-text'}>
    <div>
      {embedded ? <h2>{title}</h2> : <h1>{title}</h1>}
      <p role="status">{context}</p>
    </div>
    {children}
  </header>
);
