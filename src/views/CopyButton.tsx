import { useTranslation } from 'react-i18next';
import { Icon } from '../frame/Icon';
import { toast } from '@/providers/notification/toaster';

interface CopyButtonProps {
  readonly text: string;
  /** What it copies, for a small button that shows only an icon. */
  readonly label?: string;
}
/** Copies a text to the clipboard and says whether it worked. */
export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const { t } = useTranslation('common');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast('success', t('copied'));
    } catch {
      toast('warning', t('notCopied'));
    }
  };
  if (label !== undefined)
    return (
      <button type="button" className="copy-button" aria-label={label} title={label} onClick={() => void copy()}>
        <Icon name="copy" />
      </button>
    );
  return (
    <button type="button" className="asd-button" onClick={() => void copy()}>
      {t('copy', { defaultValue: '⧉' })}
    </button>
  );
};
