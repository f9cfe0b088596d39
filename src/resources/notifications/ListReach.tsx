import { useWords } from '@/fields/kit/useWords';

/** How many of a list the message leaves out, where there is a list. */
export const ListReach = ({ result }: { readonly result: unknown }) => {
  const { t } = useWords();
  const { listed, left_out } = (result ?? {}) as { readonly listed?: number; readonly left_out?: number };
  return listed === undefined ? null : <p>{t('notifications.list.left', { listed, left_out })}</p>;
};
