import { useOne } from '@refinedev/core';
import { Link } from 'react-router';
import type { AnyResource } from '@/schema';
import type { Parent } from '../../fields/kit/contracts';
import { pathTo } from '../../fields/kit/paths';
import { recordTitle } from '../../fields/kit/recordTitle';
import { useWords } from '../../fields/kit/useWords';

interface MadeRecordProps {
  readonly resource: AnyResource;
  readonly id: number;
  readonly parent: Parent | undefined;
  readonly onFollow: () => void;
}
/** The created record, with a link to it. */
export const MadeRecord = ({ resource, id, parent, onFollow }: MadeRecordProps) => {
  const words = useWords(),
    { t } = words;
  const { result } = useOne({
    resource: resource.name,
    dataProviderName: resource.service,
    id,
    errorNotification: false,
    queryOptions: { retry: false },
  });
  return (
    <div className="outcome-made" role="status">
      <p>{t('action.made')}</p>
      <Link className="asd-button" to={pathTo(resource, 'show', { id, parent })} onClick={onFollow}>
        {t('action.openMade', { title: result ? recordTitle(resource, result, words) : `#${id}` })}
      </Link>
    </div>
  );
};
