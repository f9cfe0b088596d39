import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '@/state/createStore';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { allowLetters, goKey, lettersStore, shortcuts, type ShortcutScope } from '@/frame/shortcuts';
import { Dialog } from '../frame/Dialog';
import { Glyph } from '../frame/Glyph';
import { Keys } from '../frame/Keys';
import { letterPlaces, menuOf } from './routing/menu';
import './help.css';

const scopes: readonly ShortcutScope[] = ['anywhere', 'records'];

const Line = ({ what, keys, inTurn = false }: { readonly what: string; readonly keys: readonly string[]; readonly inTurn?: boolean }) => (
  <div>
    <dt>{what}</dt>
    <dd>
      <Keys keys={keys} inTurn={inTurn} />
    </dd>
  </div>
);

/** Every shortcut, and the places that a letter leads this person to. */
export default function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  const { t, ready } = useTranslation(['palette', 'menu']);
  const id = useId();
  const registry = useRegistry(),
    grants = useGrants();
  const letters = useStore(lettersStore);
  if (!ready) return null;
  return (
    <Dialog label={t('shortcuts.title')} className="asd-help" onClose={onClose}>
      <header className="asd-drawer-head">
        <h2>{t('shortcuts.title')}</h2>
        <button type="button" className="asd-bar-button" aria-label={t('shortcuts.close')} onClick={onClose}>
          <Glyph name="close" />
        </button>
      </header>
      <div className="asd-help-body">
        {scopes.map((scope) => (
          <section key={scope} aria-labelledby={`${id}${scope}`}>
            <h3 id={`${id}${scope}`}>{t(`shortcuts.scopes.${scope}`)}</h3>
            <dl>
              {shortcuts
                .filter((each) => each.scope === scope)
                .map(({ name, keys }) => (
                  <Line key={name} what={t(`shortcuts.names.${name}`)} keys={keys} />
                ))}
            </dl>
          </section>
        ))}
        <section aria-labelledby={`${id}go`}>
          <h3 id={`${id}go`}>{t('shortcuts.scopes.go')}</h3>
          <dl>
            {letterPlaces(menuOf(registry, grants)).map(({ letter, name }) => (
              <Line key={letter} what={t(name ? `items.${name}` : 'home', { ns: 'menu' })} keys={[goKey, letter]} inTurn />
            ))}
          </dl>
        </section>
      </div>
      <label className="asd-help-letters">
        <input type="checkbox" checked={letters} onChange={(event) => allowLetters(event.target.checked)} />
        <span>{t('shortcuts.letters')}</span>
      </label>
    </Dialog>
  );
}
