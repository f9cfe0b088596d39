import { useWords } from '@/fields/kit/useWords';
import { partOf } from '@/schema/unknown';
import { CopyButton } from './CopyButton';
import './newSecret.css';

interface NewSecretProps {
  /** The keys of the texts that say that it is shown once, and how a program uses it. */
  readonly once: string;
  readonly how: string;
  readonly result: unknown;
  /** How a program uses the secret, as one line of text. */
  readonly use?: (secret: string) => string;
}

/** A secret that was made just now, shown this once. */
export const NewSecret = ({ once, how, result, use }: NewSecretProps) => {
  const { t } = useWords();
  const secret = partOf(result, 'secret');
  if (typeof secret !== 'string') return null;
  return (
    <div className="new-secret">
      <p>{t(once)}</p>
      <code>{secret}</code>
      <CopyButton text={secret} />
      <p>{t(how)}</p>
      {use && <code>{use(secret)}</code>}
    </div>
  );
};
