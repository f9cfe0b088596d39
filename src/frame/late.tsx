import { lazy, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';

const NotArrived = () => {
  const { t } = useTranslation('common');
  return (
    <p role="alert" className="asd-late">
      {t('networkError')}
    </p>
  );
};
/** A part of the frame that loads when it is first needed. If it cannot be loaded, an error replaces it and the page stays. */
export const late = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => load().catch(() => ({ default: NotArrived })));
