import { Link } from 'react-router';
import type { Action, AnyResource } from '@/schema';
import type { Parent } from '../contracts';
import { pathTo } from '../paths';
import { useWords } from '../useWords';
import { Icon } from './Icon';

interface ListHeaderProps {
  readonly resource: AnyResource;
  readonly parent: Parent | undefined;
  /** Inside another screen the title is already said there. */
  readonly titled: boolean;
  readonly context: string | null;
  readonly canCreate: boolean;
  readonly actions: readonly (readonly [string, Action])[];
  readonly onAction: (name: string) => void;
}
/** The title, one line of context and what may be done with the list as a whole. */
export const ListHeader = ({ resource, parent, titled, context, canCreate, actions, onAction }: ListHeaderProps) => {
  const { t } = useWords();
  const title = t(`${resource.name}.titles.list`);
  return (
    <header className="list-header">
      <div className={titled ? undefined : 'asd-hidden-text'}>
        {titled ? <h1>{title}</h1> : <h2>{title}</h2>}
        <p role="status">{context}</p>
      </div>
      {canCreate || actions.length > 0 ? (
        <div className="list-header-actions">
          {actions.map(([name]) => <button key={name} type="button" className="asd-button" onClick={() => onAction(name)}>{t(`${resource.name}.actions.${name}`)}</button>)}
          {canCreate ? <Link className="asd-button" data-primary="" to={pathTo(resource, 'create', { parent })}><Icon name="plus" />{t(`${resource.name}.titles.create`)}</Link> : null}
        </div>
      ) : null}
    </header>
  );
};
