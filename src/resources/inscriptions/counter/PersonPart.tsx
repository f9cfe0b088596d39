import { Button } from '@/frame/antd/Button';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Draft } from '@/fields/kit/draft';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { fieldOf, type AnyResource } from '@/schema';
import { canSee } from '@/schema/project/access';
import { textIn } from '@/schema/unknown';
import { formatDay } from '@/words/format';
import { focusPath, inputId } from '@/views/form/fieldIds';
import { CounterField, type CounterFieldName } from './CounterField';
import { PersonSearch } from './PersonSearch';
import type { Registration } from './useRegistration';

interface PartProps {
  readonly resource: AnyResource;
  readonly form: string;
  readonly registration: Registration;
}
const identity: readonly CounterFieldName[] = ['first_name', 'last_name', 'second_last_name', 'gender', 'birth_date', 'email', 'phone'];
const more: readonly CounterFieldName[] = ['curp', 'city', 'club', 'emergency_contact_name', 'emergency_contact_phone'];
const guardian: readonly CounterFieldName[] = ['guardian_name', 'guardian_phone'];
const obligatory: ReadonlySet<CounterFieldName> = new Set(['first_name', 'last_name', 'gender', 'birth_date', 'email']);
/** What a registration needs and an athlete may lack. */
const needed: readonly CounterFieldName[] = ['birth_date', 'email'];
const adult = 18;

const isMinor = (day: unknown): boolean => {
  const born = textIn(day);
  if (!born) return false;
  const limit = new Date();
  limit.setFullYear(limit.getFullYear() - adult);
  return Date.parse(born) > limit.getTime();
};

const Fields = ({ names, form, registration }: { readonly names: readonly CounterFieldName[] } & Omit<PartProps, 'resource'>) =>
  names.map((name) => <CounterField key={name} form={form} name={name} registration={registration} isRequired={obligatory.has(name)} />);

/** The data of somebody who is not known yet. */
const NewPerson = ({ form, registration }: Omit<PartProps, 'resource'>) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const isHeldBack = registration.problems.some(({ path }) => more.some((name) => name === path));
  const isAsked = registration.problems.some(({ path }) => path === 'same_person') || registration.draft['same_person'] != null;
  return (
    <>
      <div className="counter-grid">
        <Fields names={identity} form={form} registration={registration} />
        {isMinor(registration.draft['birth_date']) ? <Fields names={guardian} form={form} registration={registration} /> : null}
      </div>
      {isAsked ? (
        <CounterField form={form} name="same_person" registration={registration} help={t('inscriptions.counter.samePerson')} />
      ) : null}
      {isOpen || isHeldBack ? (
        <div className="counter-grid">
          <Fields names={more} form={form} registration={registration} />
        </div>
      ) : (
        <Button type="link" className="counter-more" onClick={() => setOpen(true)}>
          {t('inscriptions.counter.moreFields')}
        </Button>
      )}
    </>
  );
};

/** Who was chosen, with what their registration still needs and what they have already. */
const KnownPerson = ({ form, registration, person }: Omit<PartProps, 'resource'> & { readonly person: Draft }) => {
  const { t } = useWords();
  const grants = useGrants();
  const athletes = useRegistry().get('web_users');
  const facts = [person['birth_date'] ? formatDay(String(person['birth_date'])) : null, person['city'], person['club']];
  const missing = needed.filter((name) => person[name] == null && canSee(grants, fieldOf(athletes, name)));
  const twice = registration.problems.find(({ path }) => path === 'web_userid');
  return (
    <>
      <p className="counter-facts">
        {[...facts, person['email'], person['phone']]
          .map((part) => textIn(part))
          .filter(Boolean)
          .join(' · ')}
      </p>
      {missing.length > 0 || isMinor(person['birth_date']) ? (
        <div className="counter-grid">
          <Fields names={missing} form={form} registration={registration} />
          {isMinor(person['birth_date']) ? <Fields names={guardian} form={form} registration={registration} /> : null}
        </div>
      ) : null}
      {registration.quote?.registered.map(({ inscriptionid, distance, status }) => (
        <p className="form-notice" role="status" key={inscriptionid}>
          {t('inscriptions.counter.registered', { distance, status: t(`inscriptions.choices.status.${status}`) })}{' '}
          <Link to={`/inscriptions/${inscriptionid}`}>{t('inscriptions.counter.open')}</Link>
        </p>
      ))}
      {twice ? (
        <p className="form-field-error" id={inputId(form, 'web_userid')} tabIndex={-1}>
          {twice.text}
        </p>
      ) : null}
    </>
  );
};

interface PersonPartProps extends PartProps {
  readonly person: Draft | undefined;
  readonly onPerson: (person: Draft | undefined) => void;
}
/** Whose registration it is: somebody who was found, or somebody new. */
export const PersonPart = ({ resource, form, registration, person, onPerson }: PersonPartProps) => {
  const { t } = useWords();
  const draft = useRef(registration.draft);
  draft.current = registration.draft;
  // What comes next for the person who was chosen: what is missing, and then the race.
  useEffect(() => {
    if (!person) return;
    const asked =
      person['web_userid'] != null ? needed.filter((name) => person[name] == null) : identity.filter((name) => obligatory.has(name));
    [...asked.filter((name) => draft.current[name] == null), 'distanceid'].some((name) => focusPath(form, name));
  }, [form, person]);
  const isKnown = person?.['web_userid'] != null;
  return (
    <section className="form-section" aria-labelledby={`${form}-person`}>
      <header className="counter-head">
        <h2 id={`${form}-person`}>{isKnown ? textIn(person['name']) : t(`inscriptions.counter.${person ? 'newAthlete' : 'person'}`)}</h2>
        {person ? (
          <Button type="link" onClick={() => onPerson(undefined)}>
            {t('inscriptions.counter.another')}
          </Button>
        ) : null}
      </header>
      {!person ? (
        <div className="form-field">
          <label className="form-label" htmlFor={inputId(form, 'web_userid')}>
            {t('inscriptions.counter.searchLabel')}
          </label>
          <PersonSearch resource={resource} id={inputId(form, 'web_userid')} onChoose={onPerson} onNew={onPerson} />
        </div>
      ) : null}
      {person && isKnown ? <KnownPerson form={form} registration={registration} person={person} /> : null}
      {person && !isKnown ? <NewPerson form={form} registration={registration} /> : null}
    </section>
  );
};
