import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useMemo } from 'react';
import { useGrants, useRegistry } from '@/views/AppContext';
import { places } from '@/providers/config';
import { Glyph } from './Glyph';
import { menuOf } from './menu';

interface PlaceProps {
  readonly to: string;
  readonly icon: string;
  readonly title: string;
  readonly onGo: (() => void) | undefined;
}
const Place = ({ to, icon, title, onGo }: PlaceProps) => (
  <li>
    <NavLink to={to} className="asd-menu-place" title={title} {...(onGo && { onClick: onGo })}>
      <Glyph name={icon} />
      <span className="asd-menu-word">{title}</span>
    </NavLink>
  </li>
);

/** The places that the person's keys open, by platform. */
export const MainMenu = ({ onGo }: { readonly onGo?: () => void }) => {
  const { t } = useTranslation('menu');
  const registry = useRegistry();
  const grants = useGrants();
  const sections = useMemo(() => menuOf(registry, grants), [registry, grants]);
  return (
    <nav className="asd-menu-places" aria-label={t('label')}>
      <ul><Place to={places.home} icon="home" title={t('home')} onGo={onGo} /></ul>
      {sections.map(({ platform, groups }) => (
        <div key={platform} role="group" aria-label={t(`platforms.${platform}`)}>
          <p className="asd-menu-platform" aria-hidden="true">{t(`platforms.${platform}`)}</p>
          {groups.map(({ name, items }) => (
            <ul key={name} aria-label={t(`groups.${name}`)}>
              {items.map((item) => <Place key={item.name} to={item.to} icon={item.menu.icon} title={t(`items.${item.name}`)} onGo={onGo} />)}
            </ul>
          ))}
        </div>
      ))}
    </nav>
  );
};
