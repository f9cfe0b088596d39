import { useWords } from '@/fields/kit/useWords';
import { partOf } from '@/schema/unknown';
import { CopyButton } from '@/views/CopyButton';
import './newSecret.css';

/** The secret of a key, shown this once. */
export const NewSecret = ({ result }: { readonly result: unknown }) => {
  const { t } = useWords();
  const secret = partOf(result, 'secret');
  if (typeof secret !== 'string') return null;
  return (
    <div className="new-secret">
      <p>{t('api_keys.outcomes.issue_secret.once')}</p>
      <code>{secret}</code>
      <CopyButton text={secret} />
      <p>{t('api_keys.outcomes.issue_secret.how')}</p>
      <code>Authorization: Bearer {secret.slice(0, 12)}…</code>
    </div>
  );
};
