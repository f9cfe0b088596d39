import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { memo, useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useFollow } from '@/views/useFollow';
import { places } from '@/providers/config';
import { Glyph } from '../frame/Glyph';
import { menuOf } from './routing/menu';

interface PlaceProps {
  readonly to: string;
  readonly icon: string;
  readonly title: string;
  readonly isHere: boolean;
  readonly onFollow: (event: MouseEvent<HTMLAnchorElement>) => void;
}
// A plain anchor: router links depend on the address, so all of them would draw again with each page of a list.
const Place = memo(({ to, icon, title, isHere, onFollow }: PlaceProps) => (
  <li>
    <a
      href={to}
      className={isHere ? 'asd-menu-place active' : 'asd-menu-place'}
      title={title}
      aria-current={isHere ? 'page' : undefined}
      onClick={onFollow}
    >
      <Glyph name={icon} />
      <span className="asd-menu-word">{title}</span>
    </a>
  </li>
));
Place.displayName = 'Place';

interface MenuProps {
  readonly onGo?: (() => void) | undefined;
}
const Places = memo(({ pathname, onGo }: MenuProps & { readonly pathname: string }) => {
  const { t } = useTranslation('menu');
  const registry = useRegistry();
  const grants = useGrants();
  const follow = useFollow();
  const onFollow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>): void => {
      follow(event);
      onGo?.();
    },
    [follow, onGo],
  );
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  const placed = (to: string) => ({ to, isHere: pathname === to || pathname.startsWith(`${to}/`), onFollow });
  const sections = useMemo(() => menuOf(registry, grants), [registry, grants]);
  return (
    <nav ref={nav} className="asd-menu-places" aria-label={t('label')}>
      <ul>
        <Place {...placed(places.home)} icon="home" title={t('home')} />
      </ul>
      {sections.map(({ platform, groups }) => (
        <div key={platform} role="group" aria-label={t(`platforms.${platform}`)}>
          <p className="asd-menu-platform" aria-hidden="true">
            {t(`platforms.${platform}`)}
          </p>
          {groups.map(({ name, items }) => (
            <ul key={name} aria-label={t(`groups.${name}`)}>
              {items.map((item) => (
                <Place key={item.name} {...placed(item.to)} icon={item.menu.icon} title={t(`items.${item.name}`)} />
              ))}
            </ul>
          ))}
        </div>
      ))}
    </nav>
  );
});
Places.displayName = 'Places';

/** The menu items that the person's keys allow, by platform. */
export const MainMenu = ({ onGo }: MenuProps) => <Places pathname={useLocation().pathname} onGo={onGo} />;
