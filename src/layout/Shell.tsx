import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { places } from '@/providers/config';
import { Breadcrumbs } from './Breadcrumbs';
import { Glyph } from './Glyph';
import { MainMenu } from './MainMenu';
import { OrganizationSwitcher } from './OrganizationSwitcher';
import { PersonMenu } from './PersonMenu';
import { GroundSwitch, LanguageSwitch } from './Preferences';
import { ProgressBar } from './ProgressBar';
import { useFolded } from './useFolded';
import './shell.css';

/** Moves the reader to the new page, as a page load would; the first page is left to the browser. */
const useFocusOnArrival = () => {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};

const Drawer = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('menu');
  const panel = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = panel.current;
    element?.showModal?.();
    return () => element?.close?.();
  }, []);
  return (
    <dialog ref={panel} className="asd-drawer" aria-label={t('label')} onClose={onClose} onClick={(event) => { if (event.target === panel.current) onClose(); }}>
      <div className="asd-drawer-inside">
        <button type="button" className="asd-bar-button" aria-label={t('close')} onClick={onClose}><Glyph name="close" /></button>
        <MainMenu onGo={onClose} />
      </div>
    </dialog>
  );
};

/** The frame of every signed-in page: menu at the left, bar at the top, page in the rest. */
export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation('menu');
  const [folded, fold] = useFolded();
  const [drawn, setDrawn] = useState(false);
  const main = useFocusOnArrival();
  return (
    <div className="asd-shell" data-folded={folded || undefined}>
      <a className="asd-skip" href="#asd-main" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>{t('skip')}</a>
      <ProgressBar />
      <aside className="asd-menu">
        <Link to={places.home} className="asd-brand" aria-label={t('brand')}><span className="asd-brand-bib" aria-hidden="true">D</span><span className="asd-menu-word">Dorsal</span></Link>
        <MainMenu />
        <button type="button" className="asd-menu-place asd-menu-fold" aria-expanded={!folded} onClick={() => fold(!folded)}>
          <Glyph name={folded ? 'unfold' : 'fold'} />
          <span className="asd-menu-word">{t(folded ? 'unfold' : 'fold')}</span>
        </button>
      </aside>
      <header className="asd-bar">
        <button type="button" className="asd-bar-button asd-bar-menu" aria-label={t('open')} onClick={() => setDrawn(true)}><Glyph name="menu" /></button>
        <OrganizationSwitcher />
        <div className="asd-bar-space" />
        <LanguageSwitch />
        <GroundSwitch />
        <PersonMenu />
      </header>
      {drawn ? <Drawer onClose={() => setDrawn(false)} /> : null}
      <main id="asd-main" className="asd-main" ref={main} tabIndex={-1}>
        <Breadcrumbs />
        {children}
      </main>
    </div>
  );
};
