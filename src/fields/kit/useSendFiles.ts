import { useState } from 'react';
import { formatBytes } from '@/words/formatBytes';
import { failureOf } from './failureOf';
import { useUpload, type Uploaded } from './useUpload';
import { useWords } from './useWords';

interface SendOptions {
  /** How many files there are at most; one, which a new one replaces, where it is absent. */
  readonly multiple?: number | undefined;
  readonly maxBytes?: number | undefined;
}
/** Uploads files when they are chosen, and says which one was refused. `onSent` gets all files that there are then. */
export const useSendFiles = (
  files: readonly Uploaded[],
  { maxBytes, multiple }: SendOptions,
  onSent: (next: readonly Uploaded[]) => void,
) => {
  const { t, locale } = useWords();
  const { upload, isUploading } = useUpload();
  const [refusal, setRefusal] = useState<string>();
  const send = async (chosen: readonly File[]): Promise<void> => {
    setRefusal(undefined);
    const kept: Uploaded[] = multiple ? [...files] : [];
    for (const each of chosen.slice(0, multiple ? multiple - files.length : 1)) {
      if (maxBytes !== undefined && each.size > maxBytes) {
        setRefusal(t('form.file.tooLarge', { size: formatBytes(maxBytes, locale) }));
        continue;
      }
      try {
        kept.push(await upload(each));
      } catch (error) {
        setRefusal(failureOf(error).message || t('form.file.failed'));
      }
    }
    if (kept.length > 0) onSent(kept);
  };
  return { send, isUploading, refusal };
};
