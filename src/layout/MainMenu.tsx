import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { memo, useCallback, useEffect, useMemo, useRef, type MouseEvent } from 'react';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useFollow } from '@/views/useFollow';
import { places } from '@/providers/config';
import { useStore } from '@/state/createStore';
import { favouriteStore, toggleFavourite } from '@/state/favouriteStore';
import { Glyph } from '../frame/Glyph';
import { Icon } from '../frame/Icon';
import { menuOf, type MenuItem } from './routing/menu';

interface PlaceProps {
  readonly to: string;
  readonly icon: string;
  readonly title: string;
  readonly isHere: boolean;
  /** Whether it is a favourite; undefined where it cannot be one. */
  readonly isFavourite?: boolean | undefined;
  readonly onFollow: (event: MouseEvent<HTMLAnchorElement>) => void;
}
/** Puts an item first. Out of the order of Tab, which would double the steps through the menu: the palette does it by keyboard. */
const Star = ({ to, title, isFavourite }: Pick<PlaceProps, 'to' | 'title'> & { readonly isFavourite: boolean }) => {
  const { t } = useTranslation('menu');
  const label = t(isFavourite ? 'favourites.remove' : 'favourites.add', { what: title });
  return (
    <button
      type="button"
      className="asd-menu-star"
      tabIndex={-1}
      aria-pressed={isFavourite}
      aria-label={label}
      title={label}
      onClick={() => toggleFavourite(to)}
    >
      <Icon name="star" />
    </button>
  );
};
// A plain anchor: router links depend on the address, so all of them would draw again with each page of a list.
const Place = memo(({ to, icon, title, isHere, isFavourite, onFollow }: PlaceProps) => (
  <li className="asd-menu-item">
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
    {isFavourite === undefined ? null : <Star to={to} title={title} isFavourite={isFavourite} />}
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
  const chosen = useStore(favouriteStore);
  const drawn = (item: MenuItem) => (
    <Place
      key={item.name}
      {...placed(item.to)}
      icon={item.menu.icon}
      title={t(`items.${item.name}`)}
      isFavourite={chosen.includes(item.to)}
    />
  );
  const all = sections.flatMap(({ groups }) => groups.flatMap(({ items }) => items));
  const others = sections.flatMap(({ platform, groups }) => {
    const left = groups.flatMap(({ name, items }) => {
      const rest = items.filter(({ to }) => !chosen.includes(to));
      return rest.length > 0 ? [{ name, items: rest }] : [];
    });
    return left.length > 0 ? [{ platform, groups: left }] : [];
  });
  const favourites = chosen.flatMap((to) => all.find((item) => item.to === to) ?? []);
  return (
    <nav ref={nav} className="asd-menu-places" aria-label={t('label')}>
      <ul>
        <Place {...placed(places.home)} icon="home" title={t('home')} />
      </ul>
      {favourites.length > 0 ? (
        <div role="group" aria-label={t('favourites.title')}>
          <p className="asd-menu-platform" aria-hidden="true">
            {t('favourites.title')}
          </p>
          <ul>{favourites.map(drawn)}</ul>
        </div>
      ) : null}
      {others.map(({ platform, groups }) => (
        <div key={platform} role="group" aria-label={t(`platforms.${platform}`)}>
          <p className="asd-menu-platform" aria-hidden="true">
            {t(`platforms.${platform}`)}
          </p>
          {groups.map(({ name, items }) => (
            <ul key={name} aria-label={t(`groups.${name}`)}>
              {items.map(drawn)}
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
