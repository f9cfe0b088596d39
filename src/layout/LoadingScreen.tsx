import { useTranslation } from 'react-i18next';
import type { LoadingState } from '@/providers/loadingState';
import './bare.css';

/** What is shown while there is no page yet: until it is known who is here, and while they change organisation. */
export const LoadingScreen = ({ state = 'loading' }: { readonly state?: LoadingState }) => {
  const { t } = useTranslation('common');
  return (
    <main className="asd-bare" aria-busy="true">
      <p className="asd-loading" role="status"><span className="asd-brand-bib" aria-hidden="true">D</span><span className={state === 'loading' ? 'asd-hidden-text' : undefined}>{t(`busy.${state}`)}</span></p>
    </main>
  );
};
