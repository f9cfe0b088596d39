import { useCustomMutation, type BaseRecord, type HttpError } from '@refinedev/core';
import { useState } from 'react';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { failureOf } from '@/fields/kit/failureOf';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import type { DownloadFormat, DownloadRequest } from './DownloadPanel';

interface KeepTemplateProps {
  readonly resource: AnyResource;
  readonly request: DownloadRequest;
  readonly format: DownloadFormat;
}
type Stage = { readonly at: 'closed' | 'open' | 'kept' } | { readonly at: 'failed'; readonly why: string };

/** Keeps the columns, the filter and the order of a view under a name, to download or to schedule them later. */
export const KeepTemplate = ({ resource, request, format }: KeepTemplateProps) => {
  const { t } = useWords();
  const templates = useRegistry().find('report_templates'),
    grants = useGrants();
  const [stage, setStage] = useState<Stage>({ at: 'closed' });
  const [name, setName] = useState('');
  const { mutateAsync } = useCustomMutation<BaseRecord, HttpError, object>();
  if (!templates || !can(grants, 'create', templates)) return null;
  const keep = async (): Promise<void> => {
    try {
      await mutateAsync({
        url: `/v2/${templates.service}/${templates.name}`,
        method: 'post',
        values: { name, type: 'custom', format, params: { list: resource.name, ...request } },
        dataProviderName: templates.service,
        successNotification: false,
        errorNotification: false,
      });
      setStage({ at: 'kept' });
    } catch (error) {
      setStage({ at: 'failed', why: failureOf(error).message });
    }
  };
  if (stage.at === 'kept') return <p role="status">{t('list.export.kept')}</p>;
  if (stage.at === 'closed')
    return (
      <button type="button" className="list-button" onClick={() => setStage({ at: 'open' })}>
        {t('list.export.keep')}
      </button>
    );
  return (
    <form
      className="list-export-keep"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <label>
        {t('list.export.keepName')}
        <input className="asd-field" value={name} maxLength={120} required autoFocus onChange={({ target }) => setName(target.value)} />
      </label>
      <button type="submit" className="asd-button">
        {t('list.export.keep')}
      </button>
      {stage.at === 'failed' ? (
        <span className="list-export-failed" role="alert">
          {stage.why}
        </span>
      ) : null}
    </form>
  );
};
