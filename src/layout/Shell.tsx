import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { places } from '@/providers/config';
import { useOrganization } from '@/providers/ServicesContext';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { Breadcrumbs } from './Breadcrumbs';
import { BusyStatus } from './BusyStatus';
import { Glyph } from '../frame/Glyph';
import { InboxBell } from './InboxBell';
import { JobsTray } from './JobsTray';
import { useLive } from './useLive';
import { Keys } from '../frame/Keys';
import { late } from '../frame/late';
import { MainMenu } from './MainMenu';
import { letterPlaces, menuOf } from './routing/menu';
import { OrganizationSwitcher } from './OrganizationSwitcher';
import { Palette } from './palette/Palette';
import { PersonMenu } from './PersonMenu';
import { GroundSwitch, LanguageSwitch } from './Preferences';
import { ProgressBar } from './ProgressBar';
import { SeeingBar } from './SeeingBar';
import { UndoBar } from './UndoBar';
import { useFolded } from './useFolded';
import { useShortcuts } from './useShortcuts';
import './shell.css';

const ShortcutsHelp = late(async () => ({ default: (await import('./overlays')).ShortcutsHelp }));
const HelpDrawer = late(async () => ({ default: (await import('./overlays')).HelpDrawer }));
const RecentDrawer = late(async () => ({ default: (await import('./overlays')).RecentDrawer }));
const MenuDrawer = late(async () => ({ default: (await import('./overlays')).MenuDrawer }));
type Overlay = 'menu' | 'palette' | 'recent' | 'help' | 'shortcuts';

/**
 * Moves screen readers to the new page, as a page load would; the first page is left to the browser. It draws nothing, so that the frame
 * does not depend on the address.
 */
const Arrival = ({ main }: { readonly main: RefObject<HTMLElement | null> }) => {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [main, pathname]);
  return null;
};

/** The overlays of the page, one at a time, and the shortcuts that open them. */
const useOverlay = () => {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const registry = useRegistry(),
    grants = useGrants(),
    navigate = useNavigate();
  const letters = useMemo(() => letterPlaces(menuOf(registry, grants)), [registry, grants]);
  useShortcuts({
    places: letters,
    go: (to) => void navigate(to),
    openPalette: () => setOverlay('palette'),
    openHelp: () => setOverlay('shortcuts'),
  });
  const close = (): void => setOverlay(null);
  const onShortcuts = (): void => setOverlay('shortcuts'),
    onRecent = (): void => setOverlay('recent');
  const drawn = (
    <Suspense fallback={null}>
      {overlay === 'menu' ? <MenuDrawer onClose={close} onRecent={onRecent} /> : null}
      {overlay === 'palette' ? <Palette onClose={close} onHelp={onShortcuts} onRecent={onRecent} /> : null}
      {overlay === 'recent' ? <RecentDrawer onClose={close} /> : null}
      {overlay === 'help' ? <HelpDrawer onClose={close} onShortcuts={onShortcuts} /> : null}
      {overlay === 'shortcuts' ? <ShortcutsHelp onClose={close} /> : null}
    </Suspense>
  );
  return { open: setOverlay, drawn };
};

/** The bar at the top: where one is, the search, and what belongs to the person. */
const Bar = ({ open }: { readonly open: (overlay: Overlay) => void }) => {
  const { t } = useTranslation(['menu', 'common']);
  const { current } = useOrganization();
  return (
    <header className="asd-bar">
      <button type="button" className="asd-bar-button asd-bar-menu" aria-label={t('open')} onClick={() => open('menu')}>
        <Glyph name="menu" />
      </button>
      <OrganizationSwitcher />
      <button
        type="button"
        className="asd-bar-find"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open('palette')}
      >
        <Glyph name="search" />
        <span>{t('find.placeholder', { ns: 'common' })}</span>
        <span aria-hidden="true">
          <Keys keys={['Mod+k']} />
        </span>
      </button>
      <div className="asd-bar-space">
        <BusyStatus />
      </div>
      <JobsTray key={current?.organizationid} />
      <InboxBell />
      <button
        type="button"
        className="asd-bar-button asd-bar-recent"
        aria-haspopup="dialog"
        aria-label={t('recent.title', { ns: 'common' })}
        title={t('recent.title', { ns: 'common' })}
        onClick={() => open('recent')}
      >
        <Glyph name="clock" />
      </button>
      <button
        type="button"
        className="asd-bar-button asd-bar-recent"
        aria-haspopup="dialog"
        aria-label={t('person.help', { ns: 'common' })}
        title={t('person.help', { ns: 'common' })}
        onClick={() => open('help')}
      >
        <Glyph name="help" />
      </button>
      <LanguageSwitch />
      <GroundSwitch />
      <PersonMenu onHelp={() => open('help')} onShortcuts={() => open('shortcuts')} />
    </header>
  );
};

/** The frame of every signed-in page: menu at the left, bar at the top, page in the rest. */
export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation(['menu', 'common']);
  const [folded, fold] = useFolded();
  const overlay = useOverlay();
  const { current } = useOrganization();
  const main = useRef<HTMLElement>(null);
  useLive(current?.organizationid);
  return (
    <div className="asd-shell" data-folded={folded || undefined}>
      <a
        className="asd-skip"
        href="#asd-main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skip')}
      </a>
      <Arrival main={main} />
      <ProgressBar />
      <aside className="asd-menu">
        <Link to={places.home} className="asd-brand" aria-label={t('brand')}>
          <span className="asd-brand-bib" aria-hidden="true">
            D
          </span>
          <span className="asd-menu-word">Dorsal</span>
        </Link>
        <MainMenu />
        <button type="button" className="asd-menu-place asd-menu-fold" aria-expanded={!folded} onClick={() => fold(!folded)}>
          <Glyph name={folded ? 'unfold' : 'fold'} />
          <span className="asd-menu-word">{t(folded ? 'unfold' : 'fold')}</span>
        </button>
      </aside>
      <Bar open={overlay.open} />
      {overlay.drawn}
      <UndoBar />
      <SeeingBar />
      <main id="asd-main" className="asd-main" ref={main} tabIndex={-1}>
        <Breadcrumbs />
        {children}
      </main>
    </div>
  );
};
