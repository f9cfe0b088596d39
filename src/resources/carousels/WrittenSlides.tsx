import { useRef } from 'react';
import { CarouselPreview, type Slide } from './CarouselPreview';
import type { CarouselInput } from './carousels';

const none: readonly Slide[] = [];
/** The slide that changed last, which is the one being written. */
const useWritten = (slides: readonly Slide[]): Slide | undefined => {
  const before = useRef(slides),
    place = useRef<number | null>(null);
  if (before.current !== slides) {
    const changed = slides.findIndex((slide) => !before.current.includes(slide));
    if (changed >= 0) place.current = changed;
    before.current = slides;
  }
  return place.current === null ? undefined : slides[place.current];
};

/** The slides of a carousel as they are typed, next to its form. */
export const WrittenSlides = ({ draft }: { readonly draft: Partial<CarouselInput> }) => {
  const slides = (draft.items ?? none) as readonly Slide[];
  return <CarouselPreview slides={slides} language={draft.locale === 'en' ? 'en' : 'es'} written={useWritten(slides)} />;
};
