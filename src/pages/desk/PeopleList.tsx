import type { DeskPerson } from '@/domain/registration/desk';
import { useWords } from '@/fields/kit/useWords';
import '@/fields/kit/bib.css';

/** A number as it is printed. */
export const bibOf = ({ prefix, number }: Pick<DeskPerson, 'prefix' | 'number'>): string =>
  number === null ? '—' : `${prefix ?? ''}${number}`;

interface PeopleListProps {
  readonly people: readonly DeskPerson[];
  readonly distanceOf: (distanceid: number) => string;
  readonly onChoose: (person: DeskPerson) => void;
}
/** People who match what was typed, to choose from. */
export const PeopleList = ({ people, distanceOf, onChoose }: PeopleListProps) => {
  const { t } = useWords();
  return (
    <ul className="desk-people">
      {people.map((person) => (
        <li key={person.inscriptionid}>
          <button type="button" onClick={() => onChoose(person)} data-kit={person.kit_status ?? 'pending'}>
            <span className="asd-bib">{bibOf(person)}</span>
            <span className="desk-who">
              <b>{person.name}</b>
              <small>{[distanceOf(person.distanceid), person.club, person.folio].filter(Boolean).join(' · ')}</small>
            </span>
            {person.kit_status === 'pending' ? null : (
              <span className="desk-mark">{t(`inscriptions.choices.kit_status.${person.kit_status}`)}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
};
