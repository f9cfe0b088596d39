import type { InferRow } from '@/schema';
import { useWords } from '@/fields/kit/useWords';
import type { serials } from './serials';

/** The way to the public page of a serial. */
export const SerialLink = ({ row: { slug, status } }: { readonly row: InferRow<typeof serials> }) => {
  const { t, locale } = useWords();
  return status === 'published' ? (
    <p>
      <a href={`/s/${slug}?lang=${locale}`} target="_blank" rel="noreferrer">
        {t('serials.page.public')}
      </a>
    </p>
  ) : null;
};
