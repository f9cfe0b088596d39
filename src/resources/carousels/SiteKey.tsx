import { useWords } from '@/fields/kit/useWords';
import { listIn, partOf, textIn } from '@/schema/unknown';
import { CopyButton } from '@/views/CopyButton';

/** The publishable key of the public site, and what it opens. */
export const SiteKey = ({ result }: { readonly result: unknown }) => {
  const { t } = useWords();
  const key = textIn(partOf(result, 'key'));
  if (key === null) return null;
  return (
    <div className="site-key">
      <p>{t('carousels.outcomes.site_key.how')}</p>
      <p>
        <code>{key}</code> <CopyButton text={key} />
      </p>
      <ul>
        {listIn(partOf(result, 'addresses')).map((address) => (
          <li key={String(address)}>
            <code>{String(address)}?key=…</code>
          </li>
        ))}
      </ul>
    </div>
  );
};
