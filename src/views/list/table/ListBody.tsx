import { Link } from 'react-router';
import type { Creation } from '../../../fields/kit/paths';
import { useWords } from '../../../fields/kit/useWords';
import { ListNotice } from './ListNotice';
import type { ListState } from '../model/listState';
import type { ChangeList } from '../model/useListState';
import type { ListRows } from '../model/useListRows';

interface ListBodyProps {
  readonly state: ListState;
  readonly change: ChangeList;
  /** Where a new record is made; null for whoever may not. */
  readonly creation: Creation | null;
  readonly list: ListRows;
}

/** Why a list has no rows, and the next step; nothing while it has some or they are coming. */
export const ListBody = ({ state, change, creation, list }: ListBodyProps) => {
  const { t } = useWords();
  const clear = (
    <button type="button" className="asd-button" onClick={() => change({ filter: null, q: '' })}>
      {t('list.empty.clear')}
    </button>
  );
  if (state.broken)
    return (
      <ListNotice alert title={t('list.broken.title')} text={t('list.broken.text')}>
        {clear}
      </ListNotice>
    );
  if (list.error) {
    return (
      <ListNotice alert title={t(list.rows.length > 0 ? 'list.error.old' : 'list.error.title')} text={list.error.message}>
        <button type="button" className="asd-button" onClick={list.retry}>
          {t('list.error.retry')}
        </button>
        {list.error.statusCode === 400 && (state.filter || state.q) ? clear : null}
      </ListNotice>
    );
  }
  if (list.isLoading || list.isStale || list.rows.length > 0) return null;
  if (list.total > 0)
    return (
      <ListNotice title={t('list.empty.page')}>
        <button type="button" className="asd-button" onClick={() => change({ page: Math.ceil(list.total / state.perpage) })}>
          {t('list.empty.last')}
        </button>
      </ListNotice>
    );
  if (state.filter || state.q)
    return (
      <ListNotice title={t('list.empty.unmatched')} text={t('list.empty.unmatchedText')}>
        {clear}
      </ListNotice>
    );
  return (
    <ListNotice title={t('list.empty.none')} text={t(creation !== null ? 'list.empty.noneText' : 'list.empty.noneElsewhere')}>
      {creation !== null ? (
        <Link className="asd-button" data-primary="" to={creation.to} state={creation.state}>
          {t(creation.title)}
        </Link>
      ) : null}
    </ListNotice>
  );
};
