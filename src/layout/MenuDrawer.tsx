import { useTranslation } from 'react-i18next';
import { Drawer } from '../frame/Drawer';
import { Glyph } from '../frame/Glyph';
import { MainMenu } from './MainMenu';

/** The menu when the page is too narrow to show it at the side. */
export const MenuDrawer = ({ onClose, onRecent }: { readonly onClose: () => void; readonly onRecent: () => void }) => {
  const { t } = useTranslation(['menu', 'common']);
  return (
    <Drawer label={t('label')} onClose={onClose}>
      <button type="button" className="asd-bar-button" aria-label={t('close')} onClick={onClose}>
        <Glyph name="close" />
      </button>
      <MainMenu onGo={onClose} />
      <button type="button" className="asd-menu-place" onClick={onRecent}>
        <Glyph name="clock" />
        <span className="asd-menu-word">{t('recent.title', { ns: 'common' })}</span>
      </button>
    </Drawer>
  );
};
