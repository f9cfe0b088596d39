import { useEffect, useState, type RefObject } from 'react';

/** How far the page moves before its header shrinks. */
const line = 24;

/** The height that a header had while it stood whole, once the page was scrolled past the line where it shrinks; nothing before. */
export const useShrunk = (header: RefObject<HTMLElement | null>): number | undefined => {
  const [full, setFull] = useState<number>();
  useEffect(() => {
    const look = (): void => {
      const { current } = header;
      if (!current || window.scrollY < line) setFull(undefined);
      else if (!Object.hasOwn(current.dataset, 'shrunk')) setFull(current.offsetHeight);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [header]);
  return full;
};
