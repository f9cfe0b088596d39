import { useId, useRef, useState, type FormEvent } from 'react';
import type { Draft } from '@/fields/kit/draft';
import type { Parent } from '@/fields/kit/contracts';
import { useWords } from '@/fields/kit/useWords';
import type { AnyResource } from '@/schema';
import { numberIn } from '@/schema/unknown';
import { ErrorSummary } from '@/views/form/ErrorSummary';
import { LeaveGuard } from '@/views/form/LeaveGuard';
import { useSaveKey } from '@/views/form/useSaveKey';
import { CounterField } from './CounterField';
import { PaymentPart } from './PaymentPart';
import { PersonPart } from './PersonPart';
import { QuestionsPart } from './QuestionsPart';
import { RacePart } from './RacePart';
import { RegisteredPanel } from './RegisteredPanel';
import { useQuestions } from './useQuestions';
import { useRegistration } from './useRegistration';
import '@/views/form/form.css';
import './counter.css';

/** Fields that come from a person, emptied when somebody else is chosen. */
const ofPerson = [
  'web_userid',
  'first_name',
  'last_name',
  'second_last_name',
  'gender',
  'birth_date',
  'curp',
  'email',
  'phone',
  'city',
  'club',
];
const ofKnown = ['web_userid', 'tshirt_size'];

/** Registers one person after another: who, which race, the questions of the event, and the payment, on one screen. */
export const RegisterView = ({ resource, parent }: { readonly resource: AnyResource; readonly parent?: Parent }) => {
  const { t } = useWords();
  const form = useId();
  const isLeaving = useRef(false);
  const registration = useRegistration(resource, parent?.id);
  const [person, setPerson] = useState<Draft>();
  const { draft, answers, problems, attempt, done } = registration;
  const eventid = numberIn(draft['eventid']),
    distanceid = numberIn(draft['distanceid']);
  const questions = useQuestions(eventid, distanceid, answers);
  const asked = questions.map(({ questionid }) => questionid);
  const sent = asked.filter((questionid) => answers[questionid]);
  const choose = (chosen: Draft | undefined): void => {
    const nobody = Object.fromEntries([...ofPerson, 'same_person'].map((name) => [name, null]));
    const known = chosen?.['web_userid'] != null;
    const says = Object.entries(chosen ?? {}).filter(([name, value]) => value != null && (known ? ofKnown : ofPerson).includes(name));
    setPerson(chosen);
    registration.change({ ...nobody, ...Object.fromEntries(says) });
  };
  const save = (): void => void (done === undefined && registration.save(asked));
  useSaveKey(save);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save();
  };
  const again = (): void => {
    setPerson(undefined);
    registration.again();
  };
  /** Problems of what only this screen asks carry the name of it. */
  const summary = problems.map(({ path, text }) => {
    const name = path.split('.')[0] ?? '';
    return { path, text: path === '' || resource.all[name] ? text : `${t(`inscriptions.inputs.register.${name}`)}: ${text}` };
  });
  if (done) return <RegisteredPanel resource={resource} done={done} onAgain={again} />;
  return (
    <form className="form counter-form" noValidate onSubmit={submit} aria-labelledby={`${form}-title`}>
      <header className="form-head">
        <h1 id={`${form}-title`}>{t('inscriptions.titles.create')}</h1>
      </header>
      <ErrorSummary form={form} resource={resource} problems={summary} attempt={attempt} />
      <div className="counter-body">
        <div className="form-sections">
          {parent ? null : (
            <section className="form-section">
              <CounterField form={form} name="eventid" registration={registration} isRequired />
            </section>
          )}
          <PersonPart resource={resource} form={form} registration={registration} person={person} onPerson={choose} />
          {eventid === null ? null : <RacePart key={eventid} form={form} eventid={eventid} registration={registration} />}
          {questions.length > 0 ? (
            <section className="form-section" aria-labelledby={`${form}-questions`}>
              <h2 id={`${form}-questions`}>{t('inscriptions.inputs.register.answers')}</h2>
              <QuestionsPart
                form={form}
                questions={questions}
                answers={answers}
                problems={problems}
                sent={sent}
                onAnswer={registration.answer}
              />
            </section>
          ) : null}
        </div>
        <PaymentPart resource={resource} form={form} registration={registration} />
      </div>
      <LeaveGuard isDirty={registration.isDirty} isLeaving={isLeaving} />
    </form>
  );
};
