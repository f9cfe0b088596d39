import { useContext, useEffect } from 'react';
import type { Present } from '@/providers/live/followLive';
import { ServicesContext } from '@/providers/ServicesContext';
import { createStore, useStore } from '@/state/createStore';
import { useWords } from '../../fields/kit/useWords';
import './present.css';

interface PresentPeopleProps {
  readonly resource: string;
  readonly id: number;
  readonly isEditing?: boolean;
}
const nobody = createStore<readonly Present[]>([]);
const initials = (name: string): string =>
  name
    .split(' ')
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toLocaleUpperCase())
    .join('');

/** Says that this page has the record open, and who else has; nothing while nobody else has. */
export const PresentPeople = ({ resource, id, isEditing = false }: PresentPeopleProps) => {
  const { t } = useWords();
  const live = useContext(ServicesContext)?.live;
  useEffect(() => live?.place({ resource, id, isEditing }), [live, resource, id, isEditing]);
  const people = useStore(live?.present ?? nobody);
  return (
    <div className="present" aria-live="polite">
      {people.length > 0 ? (
        <>
          <span className="present-also">{t('show.present.also')}</span>
          <ul aria-label={t('show.present.label')}>
            {people.map(({ name, isEditing: edits }, at) => (
              <li key={`${name} ${at}`} data-editing={edits || undefined}>
                <span aria-hidden="true">{initials(name)}</span>
                {edits ? t('show.present.editing', { name }) : name}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
};
