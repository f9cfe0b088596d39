import { Link } from 'react-router';
import { useWords } from '../../fields/kit/useWords';
import { ListNotice } from './ListNotice';
import type { ListModel } from './model/useListModel';

/** Why a list has no rows, and the next step; nothing while it has some or they are loading. */
export const EmptyList = ({ list: { question, answer, actions } }: { readonly list: ListModel }) => {
  const { t } = useWords();
  const { state, change } = question,
    { creation } = actions;
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
  if (answer.error) {
    return (
      <ListNotice alert title={t(answer.rows.length > 0 ? 'list.error.old' : 'list.error.title')} text={answer.error.message}>
        <button type="button" className="asd-button" onClick={answer.retry}>
          {t('list.error.retry')}
        </button>
        {answer.error.statusCode === 400 && (state.filter || state.q) ? clear : null}
      </ListNotice>
    );
  }
  if (answer.isLoading || answer.isStale || answer.rows.length > 0) return null;
  const { total } = answer;
  if (total === null && state.page > 1) return null; // it says whether this page exists
  if (total)
    return (
      <ListNotice title={t('list.empty.page')}>
        <button type="button" className="asd-button" onClick={() => change({ page: Math.ceil(total / state.perpage) })}>
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
