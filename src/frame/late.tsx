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
/** A part of the frame that loads when it is first wanted; one that does not arrive says so in its place and leaves the page as it is. */
export const late = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => load().catch(() => ({ default: NotArrived })));
