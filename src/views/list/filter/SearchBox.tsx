import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../fields/kit/useWords';
import { Icon } from '../../../frame/Icon';
import type { ChangeList } from '../model/useListState';

const pause = 300;

/** Searches while the person types, one request per pause. */
export const SearchBox = ({ q, change, label }: { readonly q: string; readonly change: ChangeList; readonly label: string }) => {
  const { t } = useWords();
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);

  // A value from the URL (Back, a saved link) replaces what was typed; the echo of what was sent does not.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setTyped(q);
  }, [q]);

  const send = (text: string): void => {
    if (text === sent.current) return;
    const replace = sent.current !== '';
    sent.current = text;
    change({ q: text }, { replace });
  };
  useEffect(() => {
    const timer = setTimeout(() => send(typed.trim()), pause);
    return () => clearTimeout(timer);
  });

  return (
    <span className="list-search">
      <Icon name="search" />
      <input
        type="search"
        data-list-search=""
        aria-label={label}
        placeholder={t('list.search.placeholder')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send(typed.trim());
          if (event.key === 'Escape' && typed) setTyped('');
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </span>
  );
};
