import { useTranslation } from 'react-i18next';
import { toast } from '@/providers/notification/toaster';

/** Copies a text to the clipboard and says whether it worked. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation('common');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast('success', t('copied'));
    } catch {
      toast('warning', t('notCopied'));
    }
  };
  return (
    <button type="button" className="asd-button" onClick={() => void copy()}>
      {t('copy', { defaultValue: '⧉' })}
    </button>
  );
};
