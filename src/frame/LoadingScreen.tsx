import { useTranslation } from 'react-i18next';
import type { LoadingState } from '@/providers/loadingState';
import './bare.css';

interface LoadingScreenProps {
  readonly state?: LoadingState;
  /** Inside a page that already has its main part. */
  readonly within?: boolean;
}
/** Shown while there is no page yet: until the person is known, and while they change the organization. */
export const LoadingScreen = ({ state = 'loading', within = false }: LoadingScreenProps) => {
  const { t } = useTranslation('common');
  const Frame = within ? 'div' : 'main';
  return (
    <Frame className="asd-bare" aria-busy="true">
      <p className="asd-loading" role="status">
        <span className="asd-brand-bib" aria-hidden="true">
          D
        </span>
        <span className={state === 'loading' ? 'asd-hidden-text' : undefined}>{t(`busy.${state}`)}</span>
      </p>
    </Frame>
  );
};
