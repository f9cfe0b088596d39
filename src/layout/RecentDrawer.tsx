import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatRelative } from '@/words/format';
import { forgetPlaces } from '@/providers/recentPlaces';
import { useWords } from '@/fields/kit/useWords';
import { Drawer } from '../frame/Drawer';
import { Glyph } from '../frame/Glyph';
import { useRecentPlaces } from './routing/useRecentPlaces';

/** The records that the person opened on this device, newest first. */
export default function RecentDrawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['common', 'menu']);
  const { locale } = useWords();
  const remembered = useRecentPlaces();
  const [isForgotten, setForgotten] = useState(false);
  const places = isForgotten ? [] : remembered;
  const forget = (): void => {
    forgetPlaces();
    setForgotten(true);
  };
  return (
    <Drawer label={t('recent.title')} side="end" onClose={onClose}>
      <header className="asd-drawer-head">
        <h2>{t('recent.title')}</h2>
        <button type="button" className="asd-bar-button" aria-label={t('recent.close')} onClick={onClose}>
          <Glyph name="close" />
        </button>
      </header>
      {places.length === 0 ? (
        <p className="asd-recent-none" role="status">
          {t('recent.none')}
        </p>
      ) : (
        <ol className="asd-recent">
          {places.map(({ resource, id, title, to, at }) => (
            <li key={`${resource.name} ${id}`}>
              <Link to={to} onClick={onClose}>
                <Glyph name={resource.menu?.icon ?? 'dot'} />
                <span className="asd-recent-title">{title}</span>
                <span className="asd-recent-what">
                  {[t(`items.${resource.name}`, { ns: 'menu', defaultValue: '' }), formatRelative(new Date(at).toISOString(), locale)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
      <footer className="asd-recent-foot">
        <p>{t('recent.where')}</p>
        {places.length > 0 ? (
          <button type="button" className="asd-button" onClick={forget}>
            {t('recent.forget')}
          </button>
        ) : null}
      </footer>
    </Drawer>
  );
}
