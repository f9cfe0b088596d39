import type { DeskPerson } from '@/domain/registration/desk';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';
import { bibOf } from './PeopleList';

interface GroupTrayProps {
  readonly people: readonly DeskPerson[];
  /** Others of their club, where all are of one. */
  readonly clubmates: readonly DeskPerson[];
  readonly name: string;
  readonly isBusy: boolean;
  readonly onName: (name: string) => void;
  readonly onRemove: (inscriptionid: number) => void;
  readonly onClear: () => void;
  readonly onClub: () => void;
  readonly onDeliver: () => void;
}
/** People whose kits one person picks up together. */
export const GroupTray = ({ people, clubmates, name, isBusy, onName, onRemove, onClear, onClub, onDeliver }: GroupTrayProps) => {
  const { t } = useWords();
  return (
    <section className="desk-group" aria-label={t('desk.group', { count: people.length })}>
      <header>
        <h2>{t('desk.group', { count: people.length })}</h2>
        <button type="button" className="asd-button" onClick={onClear}>
          {t('desk.clearGroup')}
        </button>
      </header>
      <ul>
        {people.map((person) => (
          <li key={person.inscriptionid}>
            <span className="asd-bib">{bibOf(person)}</span> {person.name}{' '}
            {person.tshirt_size ? <b className="desk-size">{person.tshirt_size}</b> : null}
            <button
              type="button"
              className="desk-tool"
              aria-label={t('desk.remove', { name: person.name ?? '' })}
              onClick={() => onRemove(person.inscriptionid)}
            >
              <Glyph name="close" />
            </button>
          </li>
        ))}
      </ul>
      {clubmates.length > 0 ? (
        <button type="button" className="asd-button desk-second" disabled={isBusy} onClick={onClub}>
          {t('desk.addClub', { count: clubmates.length, club: clubmates[0]?.club })}
        </button>
      ) : null}
      <label className="desk-field">
        {t('desk.groupName')}
        <input value={name} maxLength={200} autoComplete="off" onChange={({ target }) => onName(target.value)} />
      </label>
      <button
        type="button"
        className="asd-button desk-deliver"
        data-primary
        disabled={isBusy || name.trim() === ''}
        aria-busy={isBusy}
        onClick={onDeliver}
      >
        {t('desk.deliverGroup', { count: people.length })}
      </button>
    </section>
  );
};
