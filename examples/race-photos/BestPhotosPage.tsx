import { useList, type BaseRecord } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

interface Photo extends BaseRecord {
  readonly race_photoid: number;
  readonly title: string;
  readonly photo: string | null;
}
const shown = 12,
  best = 5;

/** A page of the plugin: the published photos with five stars. */
const BestPhotosPage = () => {
  const { t } = useTranslation('best-photos');
  const { result, query } = useList<Photo>({
    resource: 'race_photos',
    dataProviderName: 'event',
    pagination: { currentPage: 1, pageSize: shown },
    filters: [
      { field: 'rating', operator: 'eq', value: best },
      { field: 'status', operator: 'eq', value: 'published' },
    ],
    errorNotification: false,
  });
  return (
    <section>
      <header className="asd-head">
        <h1>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      {query.isError ? <p role="alert">{t('failed')}</p> : null}
      {query.isSuccess && result.data.length === 0 ? <p>{t('none')}</p> : null}
      <ul>
        {result.data.map(({ race_photoid, title, photo }) => (
          <li key={race_photoid}>
            <Link to={`/race_photos/${race_photoid}`}>
              {photo ? <img src={photo} alt="" height={120} referrerPolicy="no-referrer" /> : null} {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
export default BestPhotosPage;
