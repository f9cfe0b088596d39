import { useList } from '@refinedev/core';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { isCovered } from '@/frame/overlayStack';
import { isTyping, plainKey } from '@/frame/shortcuts';
import { waitingWhen } from '@/schema';
import { keyIn } from '@/schema/unknown';
import { toCrudFilters } from '@/views/list/model/toCrud';

const most = 100;

/** Where an affiliation is in the queue of those to review, and the ways to its neighbours, also by keys. */
export const ReviewQueue = ({ current }: { readonly current: number }) => {
  const { t } = useWords();
  const navigate = useNavigate();
  const resource = useRegistry().get('fmtri_affiliations');
  const { result } = useList({
    resource: resource.name,
    dataProviderName: resource.service,
    filters: toCrudFilters(waitingWhen(resource, 'to_review', 0)),
    sorters: [{ field: 'created', order: 'asc' }],
    pagination: { currentPage: 1, pageSize: most },
    meta: { columns: ['name'] },
    errorNotification: false,
  });
  const ids = result.data.flatMap((each) => keyIn(String(each['affiliationid'])) ?? []);
  const at = ids.indexOf(current);
  const next = at === -1 ? ids[0] : ids[at + 1],
    previous = ids[at - 1];
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || isTyping(event.target) || isCovered()) return;
      const to = { j: next, k: previous }[plainKey(event) ?? ''];
      if (to === undefined) return;
      event.preventDefault();
      void navigate(`/fmtri_affiliations/${to}`);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate, next, previous]);
  const way = (to: number | undefined, name: 'previous' | 'next') =>
    to === undefined ? null : (
      <Link className="asd-button" to={`/fmtri_affiliations/${to}`}>
        {t(`fmtri_affiliations.review.${name}`)}
      </Link>
    );
  return (
    <nav className="paper-queue" aria-label={t('fmtri_affiliations.waits.to_review')}>
      {at === -1 ? null : <span>{t('fmtri_affiliations.review.place', { at: at + 1, total: result.total ?? ids.length })}</span>}
      {ids.length === 0 ? <span>{t('fmtri_affiliations.review.empty')}</span> : null}
      {way(previous, 'previous')}
      {way(next, 'next')}
      {next === undefined && previous === undefined ? null : <small>{t('fmtri_affiliations.review.keys')}</small>}
    </nav>
  );
};
