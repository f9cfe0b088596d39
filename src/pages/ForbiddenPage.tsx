import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { places } from '@/providers/config';
import './pages.css';

/** The page exists, but the person's keys do not allow it. */
export const ForbiddenPage = () => {
  const { t } = useTranslation('common');
  return (
    <section className="asd-notice">
      <p className="asd-notice-code" aria-hidden="true">
        403
      </p>
      <h1>{t('forbidden.title')}</h1>
      <p>{t('forbidden.text')}</p>
      <Link className="asd-button" to={places.home}>
        {t('notFound.home')}
      </Link>
    </section>
  );
};
