import { useEffect, useState, type RefObject } from 'react';

/** How far the page scrolls before its header shrinks. */
const line = 24;

/** The height of the full header, after the page was scrolled past the line where it shrinks; undefined before. */
export const useShrunk = (header: RefObject<HTMLElement | null>): number | undefined => {
  const [full, setFull] = useState<number>();
  useEffect(() => {
    const look = (): void => {
      const { current } = header;
      if (!current || window.scrollY < line) setFull(undefined);
      else if (!Object.hasOwn(current.dataset, 'shrunk')) setFull(current.getBoundingClientRect().height);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [header]);
  return full;
};
