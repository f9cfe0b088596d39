import { useNotification } from '@refinedev/core';
import type { AnyResource } from '@/schema';
import { useWords } from '../../fields/kit/useWords';

/** Says that a record was created or saved. */
export const useSavedNotice = (resource: AnyResource): ((isNew: boolean) => void) => {
  const { open } = useNotification();
  const { t } = useWords();
  return (isNew) =>
    open?.({
      type: 'success',
      key: `${resource.name}-saved`,
      message: t(isNew ? 'form.wasCreated' : 'form.wasSaved', { name: t(`${resource.name}.singular`) }),
    });
};
