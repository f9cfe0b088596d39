import { lazy, Suspense } from 'react';
import { defineViews } from '@/fields/kit/contracts';
import type { Slide } from './CarouselPreview';
import { carousels } from './carousels';
import { SiteKey } from './SiteKey';

const CarouselPreview = lazy(async () => ({ default: (await import('./CarouselPreview')).CarouselPreview }));
const WrittenSlides = lazy(async () => ({ default: (await import('./WrittenSlides')).WrittenSlides }));

export default defineViews(carousels, {
  outcomes: { site_key: SiteKey },
  cells: {
    items: ({ value, row }) => (
      <Suspense fallback={null}>
        <CarouselPreview slides={value as readonly Slide[]} language={row.locale === 'en' ? 'en' : 'es'} />
      </Suspense>
    ),
  },
  aside: ({ draft }) => (
    <Suspense fallback={null}>
      <WrittenSlides draft={draft} />
    </Suspense>
  ),
});
