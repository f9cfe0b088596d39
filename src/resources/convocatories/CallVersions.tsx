import { useList, type BaseRecord, type HttpError } from '@refinedev/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { InferRow } from '@/schema';
import { numberIn, textIn } from '@/schema/unknown';
import { useWords } from '@/fields/kit/useWords';
import { CallPreview } from './CallPreview';
import { callSectionsIn } from './callSectionsIn';
import type { convocatories } from './convocatories';
import { wordDiff, type SectionDiff } from './wordDiff';

type Call = InferRow<typeof convocatories>;

const Difference = ({ difference: { title, kind, parts } }: { readonly difference: SectionDiff }) => {
  const { t } = useWords();
  return (
    <section className="call-difference">
      <h3>
        {title} {kind === 'changed' ? null : <span>{t(`convocatories.page.${kind}`)}</span>}
      </h3>
      <p>
        {parts.map(({ text, kind: how }, at) =>
          how === 'added' ? <ins key={at}>{text}</ins> : how === 'removed' ? <del key={at}>{text}</del> : <span key={at}>{text}</span>,
        )}
      </p>
    </section>
  );
};

/** The versions of a race call in its language: what differs from an earlier one, and how the page looks. */
export default function CallVersions({ row }: { readonly row: Call }) {
  const { t } = useWords();
  const { result } = useList<BaseRecord, HttpError>({
    resource: 'convocatories',
    dataProviderName: 'event',
    filters: [
      { field: 'eventid', operator: 'eq', value: row.eventid },
      { field: 'locale', operator: 'eq', value: row.locale },
    ],
    sorters: [{ field: 'revision', order: 'desc' }],
    pagination: { currentPage: 1, pageSize: 100 },
    meta: { columns: ['revision', 'status', 'sections'], count: false },
    errorNotification: false,
  });
  const versions = result.data.map((version) => ({
    id: numberIn(version['convocatoryid']) ?? 0,
    revision: numberIn(version['revision']) ?? 0,
    status: textIn(version['status']) ?? 'draft',
    sections: callSectionsIn(version['sections']),
  }));
  const earlier = versions.filter(({ revision }) => revision < (row.revision ?? 0));
  const [chosen, choose] = useState<number>();
  const base = earlier.find(({ id }) => id === chosen) ?? earlier.find(({ status }) => status !== 'draft') ?? earlier[0];
  const sections = callSectionsIn(row.sections);
  const differences = base ? wordDiff(base.sections, sections) : [];
  return (
    <div className="call-lead">
      {versions.length > 1 ? (
        <nav className="call-versions" aria-label={t('convocatories.page.versions')}>
          {versions.map(({ id, revision, status }) => (
            <Link key={id} to={`/convocatories/${id}`} aria-current={id === row.convocatoryid ? 'page' : undefined}>
              {t('convocatories.fields.revision')} {revision} · {t(`convocatories.choices.status.${status}`)}
            </Link>
          ))}
        </nav>
      ) : null}
      {base ? (
        <section className="call-changes" aria-labelledby="call-changes">
          <h2 id="call-changes">
            {t(differences.length > 0 ? 'convocatories.page.changes' : 'convocatories.page.same', { revision: base.revision })}
          </h2>
          {earlier.length > 1 ? (
            <label>
              {t('convocatories.page.compare')}
              <select className="asd-field" value={base.id} onChange={({ target }) => choose(Number(target.value))}>
                {earlier.map(({ id, revision }) => (
                  <option key={id} value={id}>
                    {revision}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          {differences.map((difference) => (
            <Difference key={difference.key} difference={difference} />
          ))}
        </section>
      ) : null}
      <CallPreview title={row.title ?? ''} locale={row.locale ?? 'es'} sections={sections} label={t('convocatories.page.preview')} />
    </div>
  );
}
