import { memo } from 'react';
import { formatNumber } from '@/words/format';
import { useWords } from '../../fields/kit/useWords';
import { Icon } from '../../frame/Icon';
import { pageSizes, type ListState } from './model/listState';
import type { ChangeList } from './model/useListState';

interface PagerProps {
  readonly state: ListState;
  readonly total: number | null;
  readonly atLeast: number;
  readonly countAgain: (() => void) | null;
  readonly change: ChangeList;
  /** Called when somebody is about to ask for the next page. */
  readonly onReach: () => void;
}

/** The range of the rows, their total, and the buttons to the other pages. */
export const Pager = memo(({ state: { page, perpage }, total, atLeast, countAgain, change, onReach }: PagerProps) => {
  const { t, locale } = useWords();
  const last = Math.max(1, Math.ceil(atLeast / perpage));
  const number = (value: number): string => formatNumber(value, locale);
  const steps = [
    { name: 'first', to: 1, off: page <= 1 },
    { name: 'previous', to: page - 1, off: page <= 1 },
    { name: 'next', to: page + 1, off: page >= last },
    { name: 'last', to: last, off: total === null || page >= last },
  ] as const;
  return (
    <nav className="list-pager" aria-label={t('list.pager.label')}>
      <span className="list-range">
        {t(`list.pager.${countAgain ? 'uncounted' : total === null ? 'counting' : 'range'}`, {
          from: number(Math.min(atLeast, (page - 1) * perpage + 1)),
          to: number(Math.min(atLeast, page * perpage)),
          total: number(atLeast),
        })}
        {countAgain ? (
          <button type="button" className="asd-button" onClick={countAgain}>
            {t('list.pager.countAgain')}
          </button>
        ) : null}
      </span>
      <label className="list-perpage">
        <span>{t('list.pager.perpage')}</span>
        <select value={perpage} onChange={(event) => change({ perpage: Number(event.target.value) })}>
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      {steps.map(({ name, to, off }) => (
        <button
          key={name}
          type="button"
          className="list-button"
          disabled={off}
          title={t(`list.pager.${name}`)}
          aria-label={t(`list.pager.${name}`)}
          onClick={() => change({ page: to }, { atOnce: true })}
          {...(name === 'next' && { onPointerEnter: onReach, onFocus: onReach })}
        >
          <Icon name={name} />
        </button>
      ))}
    </nav>
  );
});
Pager.displayName = 'Pager';
