import { useEffect, useState, type RefObject } from 'react';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';

const wholePx = 2;
/** How many columns are out of sight at the right. */
const hiddenIn = (scroll: HTMLElement): number => {
  const edge = scroll.getBoundingClientRect().right + wholePx;
  return [...scroll.querySelectorAll('th[data-column]')].filter((head) => head.getBoundingClientRect().right > edge).length;
};

interface MoreColumnsProps {
  readonly scroll: RefObject<HTMLElement | null>;
  /** Changes when the columns do. */
  readonly signature: string;
}
/** Says at the right edge of a table how many columns follow, and leads to them. */
export const MoreColumns = ({ scroll, signature }: MoreColumnsProps) => {
  const { t } = useWords();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const box = scroll.current;
    if (!box || typeof ResizeObserver === 'undefined') return undefined;
    const look = (): void => setCount(box.scrollWidth > box.clientWidth + wholePx ? hiddenIn(box) : 0);
    const watched = new ResizeObserver(look);
    watched.observe(box);
    if (box.firstElementChild) watched.observe(box.firstElementChild);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      watched.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [scroll, signature]);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="list-more"
      tabIndex={-1}
      onClick={() => scroll.current?.scrollBy({ left: scroll.current.clientWidth / 2, behavior: 'smooth' })}
    >
      {t('list.columns.more', { count })}
      <Icon name="next" />
    </button>
  );
};
