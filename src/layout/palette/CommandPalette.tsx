import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk';
import { useMemo, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { isInPalette } from '@/schema/search';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { pathTo } from '@/fields/kit/paths';
import { keysOf } from '@/frame/shortcuts';
import { paletteActions } from '@/frame/usePaletteActions';
import { must } from '@/schema/must';
import { Glyph } from '../../frame/Glyph';
import { Keys } from '../../frame/Keys';
import { useRecentPlaces } from '../routing/useRecentPlaces';
import { sift, type Entry, type EntryGroup } from './entries';
import type { Piece } from './pieces';
import { useFoundRecords, type FoundRecords } from './useFoundRecords';
import { resourcesOfMenu, usePlaceEntries, wordsOfPlaces } from './usePlaceEntries';
import { usePreferenceEntries } from './usePreferenceEntries';
import { focusAtEnd, PaletteClose, WaitingPalette } from './WaitingPalette';

export interface CommandPaletteProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
  readonly onHelp: () => void;
  readonly onRecent: () => void;
}
const mostRecent = 6;

const useActionEntries = (): readonly Entry[] =>
  useMemo(
    () =>
      paletteActions().map(({ key, label, shortcut, run }) => ({
        key,
        label,
        icon: 'bolt',
        keys: shortcut && keysOf(shortcut),
        run,
      })),
    [],
  );

const useRecentEntries = (): readonly Entry[] => {
  const { t } = useTranslation('menu');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useRecentPlaces()
    .filter(({ to }) => to !== pathname && !pathname.startsWith(`${to}/`))
    .slice(0, mostRecent)
    .map(({ resource, title, to }) => ({
      key: to,
      label: title,
      note: t(`items.${resource.name}`, { defaultValue: '' }),
      icon: resource.menu?.icon ?? 'dot',
      run: () => void navigate(to),
    }));
};

const Marked = ({ pieces }: { readonly pieces: readonly Piece[] }) =>
  pieces.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text));

interface LineProps {
  readonly value: string;
  readonly entry: Omit<Entry, 'key' | 'label' | 'note'> & { readonly label: ReactNode; readonly note?: ReactNode };
  readonly onPick: (run: () => void) => void;
}
const Line = ({ value, entry: { label, note, icon, keys, run }, onPick }: LineProps) => (
  <CommandItem value={value} className="asd-palette-item" onSelect={() => onPick(run)}>
    <Glyph name={icon ?? 'dot'} />
    <span className="asd-palette-label">{label}</span>
    {note ? <span className="asd-palette-note">{note}</span> : null}
    {keys ? <Keys keys={keys} inTurn /> : null}
  </CommandItem>
);

const Status = ({ count, records: { isSearching, failed } }: { readonly count: number | undefined; readonly records: FoundRecords }) => {
  const { t } = useTranslation('palette');
  return (
    <footer className="asd-palette-foot">
      <p role="status">
        {isSearching ? t('searching') : count === undefined ? '' : t('count', { count })}
        {failed ? <span className="asd-palette-failed"> {t('failed')}</span> : null}
      </p>
      <p aria-hidden="true">
        <Keys keys={['ArrowUp', 'ArrowDown']} /> {t('hints.walk')} <Keys keys={['Enter']} /> {t('hints.open')} <Keys keys={['Escape']} />{' '}
        {t('hints.close')}
      </p>
    </footer>
  );
};

/** Search results that are not listed above. */
const withoutStanding = ({ found }: FoundRecords, standing: ReadonlySet<string>): FoundRecords['found'] =>
  found
    .map((each) => ({ ...each, records: each.records.filter(({ id }) => !standing.has(pathTo(each.resource, 'show', { id }))) }))
    .filter(({ records }) => records.length > 0);

const Filled = ({ text, onText, onClose, onHelp, onRecent }: CommandPaletteProps) => {
  const { t } = useTranslation(['palette', 'menu', 'common']);
  const registry = useRegistry(),
    grants = useGrants(),
    navigate = useNavigate();
  const searchable = useMemo(() => resourcesOfMenu(registry, grants).filter(isInPalette), [registry, grants]);
  const recent = useRecentEntries(),
    actions = useActionEntries(),
    here = usePlaceEntries(),
    preferences = usePreferenceEntries({ onHelp, onRecent });
  const answered = useFoundRecords(text, searchable);
  const groups: readonly EntryGroup[] = sift(
    [
      { key: 'recent', label: t('groups.recent'), entries: recent },
      { key: 'actions', label: t('groups.actions'), entries: actions },
      { key: 'places', label: t('groups.places'), entries: here.filter(({ key }) => !actions.some((action) => action.key === key)) },
      { key: 'preferences', label: t('groups.preferences'), entries: preferences },
    ],
    text,
  );
  const standing = new Set(groups.filter(({ key }) => key === 'recent').flatMap(({ entries }) => entries.map(({ key }) => key)));
  const records = { ...answered, found: withoutStanding(answered, standing) };
  const count = [...groups.map(({ entries }) => entries.length), ...records.found.map(({ records: rows }) => rows.length)].reduce(
    (sum, each) => sum + each,
    0,
  );
  /** The focus is back on the page before the action runs. */
  const pick = (run: () => void): void => {
    flushSync(onClose);
    run();
  };
  return (
    <CommandRoot label={t('find.label', { ns: 'common' })} shouldFilter={false} loop vimBindings={false} className="asd-palette-frame">
      <div className="asd-palette-head">
        <Glyph name="search" />
        <CommandInput
          ref={focusAtEnd}
          value={text}
          onValueChange={onText}
          placeholder={t('find.placeholder', { ns: 'common' })}
          maxLength={200}
        />
        <PaletteClose onClose={onClose} />
      </div>
      <CommandList label={t('results')} className="asd-palette-list">
        {groups.map(({ key, label, entries }) => (
          <CommandGroup key={key} value={key} heading={label}>
            {entries.map((entry) => (
              <Line key={entry.key} value={`${key} ${entry.key}`} entry={entry} onPick={pick} />
            ))}
          </CommandGroup>
        ))}
        {records.found.map(({ resource, records: rows }) => (
          <CommandGroup key={resource.name} value={`records ${resource.name}`} heading={t(`items.${resource.name}`, { ns: 'menu' })}>
            {rows.map(({ id, title, note }) => (
              <Line
                key={id}
                value={`${resource.name} ${id}`}
                onPick={pick}
                entry={{
                  label: <Marked pieces={title} />,
                  note: note.length > 0 ? <Marked pieces={note} /> : undefined,
                  icon: must(resource.menu, `the menu entry of ${resource.name}`).icon,
                  run: () => void navigate(pathTo(resource, 'show', { id })),
                }}
              />
            ))}
          </CommandGroup>
        ))}
        {count === 0 && !records.isSearching ? (
          <p className="asd-palette-none" role="presentation">
            {t('none')}
          </p>
        ) : null}
      </CommandList>
      <Status count={text.trim() ? count : undefined} records={records} />
    </CommandRoot>
  );
};

/** The content of the palette: places, actions of the screen, settings, and the records that a search finds. */
export default function CommandPalette(props: CommandPaletteProps) {
  const registry = useRegistry(),
    grants = useGrants();
  const { ready } = useTranslation(['palette', 'list', ...wordsOfPlaces(registry, grants)]);
  return ready ? <Filled {...props} /> : <WaitingPalette text={props.text} onText={props.onText} onClose={props.onClose} />;
}
