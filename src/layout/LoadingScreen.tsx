import { useTranslation } from 'react-i18next';
import './bare.css';

/** What is shown until it is known who is here. */
export const LoadingScreen = () => {
  const { t } = useTranslation('common');
  return (
    <main className="asd-bare" aria-busy="true">
      <p className="asd-loading" role="status"><span className="asd-brand-bib" aria-hidden="true">D</span><span className="asd-hidden-text">{t('loading')}</span></p>
    </main>
  );
};
