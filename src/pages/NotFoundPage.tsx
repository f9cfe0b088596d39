import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { places } from '@/providers/config';
import './pages.css';

/** The page does not exist, or this person may not know of it. */
export const NotFoundPage = () => {
  const { t } = useTranslation('common');
  return (
    <section className="asd-notice">
      <p className="asd-notice-code" aria-hidden="true">
        404
      </p>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <Link className="asd-button" to={places.home}>
        {t('notFound.home')}
      </Link>
    </section>
  );
};
