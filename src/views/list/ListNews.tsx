import { formatNumber } from '@/words/format';
import { useWords } from '../../fields/kit/useWords';
import type { ListRows } from './model/useListRows';

/** Offers rows that others added or moved while somebody works with the list. It lies over the table, so that nothing moves. */
export const ListNews = ({ news, showNews }: Pick<ListRows, 'news' | 'showNews'>) => {
  const { t, locale } = useWords();
  return (
    <div className="list-news" aria-live="polite">
      {news === null ? null : (
        <button type="button" className="asd-button" onClick={showNews}>
          {news > 0 ? t('list.news', { count: news, number: formatNumber(news, locale) }) : t('list.newsMoved')}
        </button>
      )}
    </div>
  );
};
