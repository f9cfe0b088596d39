import { useWords } from '@/fields/kit/useWords';
import { numberIn, partOf } from '@/schema/unknown';

/** How many people of a list the message leaves out, if there is a list. */
export const ListReach = ({ result }: { readonly result: unknown }) => {
  const { t } = useWords();
  const listed = numberIn(partOf(result, 'listed')),
    left_out = numberIn(partOf(result, 'left_out'));
  return listed === null ? null : <p>{t('notifications.list.left', { listed, left_out })}</p>;
};
