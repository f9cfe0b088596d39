import { useEffect, useState } from 'react';
import { scrollToElement } from '@/theme/scrollTo';
import { useWords } from '../../fields/kit/useWords';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly problems: number;
}
/** The sections of a long form, always visible; the current one is marked, and so are those with errors. */
export const SectionIndex = ({ sections }: { readonly sections: readonly Section[] }) => {
  const { t } = useWords();
  const [current, setCurrent] = useState(sections[0]?.id);
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return undefined;
    const seen = (entries: readonly IntersectionObserverEntry[]) => {
      const top = entries.find(({ isIntersecting }) => isIntersecting);
      if (top) setCurrent(top.target.id);
    };
    const observer = new IntersectionObserver(seen, { rootMargin: '-15% 0px -70% 0px' });
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  const go = (id: string) => {
    setCurrent(id);
    const section = document.getElementById(id);
    if (section) scrollToElement(section);
  };
  return (
    <nav className="form-index" aria-label={t('form.sections')}>
      <ol>
        {sections.map(({ id, title, problems }) => (
          <li key={id}>
            <button type="button" className="form-index-item" aria-current={id === current ? 'true' : undefined} onClick={() => go(id)}>
              {title}
              {problems > 0 ? (
                <span className="form-index-problems" aria-label={t('form.problems', { count: problems })}>
                  {problems}
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
};
