import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { foldText } from '@/schema/foldText';
import { Drawer } from '../frame/Drawer';
import { Glyph } from '../frame/Glyph';
import { helpTopics, topicAt, type HelpTopic } from './routing/helpTopics';
import './help.css';

interface HelpDrawerProps {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** What a screen is for, and how its usual work is done. */
const Topic = ({ name, to, onClose }: HelpTopic & Pick<HelpDrawerProps, 'onClose'>) => {
  const { t } = useTranslation(['help', 'menu']);
  const steps = t(`topics.${name}.how`, { defaultValue: '' }).split('\n').filter(Boolean);
  return (
    <>
      <p>{t(`topics.${name}.what`, { defaultValue: t('none') })}</p>
      {steps.length > 0 ? (
        <ul>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      ) : null}
      {to ? (
        <Link to={to} className="asd-button" onClick={onClose}>
          {t('open')}
        </Link>
      ) : null}
    </>
  );
};

/** The help of the screen that is open, and of every other one that this person can open. */
export default function HelpDrawer({ onClose, onShortcuts }: HelpDrawerProps) {
  const { t, ready } = useTranslation(['help', 'menu']);
  const { pathname } = useLocation();
  const registry = useRegistry(),
    grants = useGrants();
  const [sought, setSought] = useState('');
  const topics = useMemo(() => helpTopics(registry, grants), [registry, grants]);
  if (!ready) return null;
  const current = topicAt(registry, pathname);
  const titleOf = (name: string): string => t(name === 'home' ? 'home' : `items.${name}`, { ns: 'menu', defaultValue: t('title') });
  const textOf = (name: string): string =>
    foldText([titleOf(name), t(`topics.${name}.what`, { defaultValue: '' }), t(`topics.${name}.how`, { defaultValue: '' })].join(' '));
  const found = topics.filter(({ name }) => name !== current && textOf(name).includes(foldText(sought.trim())));
  return (
    <Drawer label={t('title')} side="end" onClose={onClose}>
      <header className="asd-drawer-head">
        <h2>{t('title')}</h2>
        <button type="button" className="asd-bar-button" aria-label={t('close')} onClick={onClose}>
          <Glyph name="close" />
        </button>
      </header>
      <article className="asd-topic">
        <h3>{titleOf(current)}</h3>
        <Topic name={current} onClose={onClose} />
      </article>
      <button type="button" className="asd-button" onClick={onShortcuts}>
        {t('shortcuts')}
      </button>
      <section className="asd-topics" aria-label={t('others')}>
        <h3>{t('others')}</h3>
        <input
          className="asd-field"
          type="search"
          value={sought}
          placeholder={t('search')}
          aria-label={t('search')}
          onChange={({ target }) => setSought(target.value)}
        />
        {found.length === 0 ? <p role="status">{t('unmatched')}</p> : null}
        {found.map(({ name, to }) => (
          <details key={name} className="asd-topic">
            <summary>{titleOf(name)}</summary>
            <Topic name={name} {...(to !== undefined && { to })} onClose={onClose} />
          </details>
        ))}
      </section>
    </Drawer>
  );
}
