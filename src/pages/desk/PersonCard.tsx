import { useState } from 'react';
import { obstaclesOf, type DeskPerson } from '@/domain/registration/desk';
import { wordsOf } from '@/schema/errorCodes';
import { useWords } from '@/fields/kit/useWords';
import { formatDay } from '@/words/format';
import { Glyph } from '@/frame/Glyph';
import type { DeskInfo } from './deskApi';
import { amountOf, piecesFor, type HandingDraft } from './handingDraft';
import { HandingOptions } from './HandingOptions';
import { bibOf } from './PeopleList';
import { Bought } from './Bought';
import { Pieces } from './Pieces';
import { SignHere } from './SignHere';

export interface PersonCardProps {
  readonly info: DeskInfo | null;
  readonly person: DeskPerson;
  readonly portraitOf: (person: DeskPerson) => Promise<string | null>;
  readonly draft: HandingDraft;
  readonly onDraft: (draft: HandingDraft) => void;
  readonly awaitsBib: boolean;
  readonly onAwaitBib: () => void;
  readonly onDeliver: () => void;
  readonly onGroup: () => void;
  readonly isInGroup: boolean;
  readonly onClose: () => void;
  readonly isBusy: boolean;
  /** Why it was refused, by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly problem: string | null;
}
type HeadProps = Pick<PersonCardProps, 'info' | 'person' | 'portraitOf' | 'onClose'>;
/** How the athlete looks: without a network the picture that this device keeps, and nothing where there is none. */
const Photo = ({ person, portraitOf }: Pick<HeadProps, 'person' | 'portraitOf'>) => {
  const { t } = useWords();
  const [kept, setKept] = useState<string | null>();
  const src = kept === undefined ? person.photo : kept;
  if (!src) return null;
  return (
    <img
      className="desk-portrait"
      src={src}
      alt={t('desk.portrait', { name: person.name })}
      referrerPolicy="no-referrer"
      onError={() => (kept === undefined ? void portraitOf(person).then(setKept) : setKept(null))}
    />
  );
};
const PersonHead = ({ info, person, portraitOf, onClose }: HeadProps) => {
  const { t } = useWords();
  const facts = [
    info?.distances.find(({ distanceid }) => distanceid === person.distanceid)?.name,
    person.wave,
    person.age === null ? null : t('desk.years', { count: person.age }),
    t(`lists.branches.${person.gender}`),
    person.club,
  ].filter(Boolean);
  return (
    <header>
      <span className="desk-bib asd-bib">{bibOf(person)}</span>
      <Photo person={person} portraitOf={portraitOf} />
      <div>
        <h2 id="desk-person">{person.name}</h2>
        <p>{facts.join(' · ')}</p>
        <p className="desk-folio">{person.folio}</p>
      </div>
      <button type="button" className="desk-tool" aria-label={t('desk.close')} title={t('desk.close')} onClick={onClose}>
        <Glyph name="close" />
      </button>
    </header>
  );
};

/** The days and the reason of a sanction, for its text. */
const termsOf = ({ sanction }: DeskPerson) =>
  sanction ? { from: formatDay(sanction.from), until: formatDay(sanction.until), reason: sanction.reason } : {};

/** The person as somebody at a counter needs them: who, what they get, and what prevents it. */
export const PersonCard = (props: PersonCardProps) => {
  const { info, person, portraitOf, draft, onDraft, onDeliver, onGroup, isInGroup, onClose, isBusy, errors, problem } = props;
  const { t } = useWords();
  const pieces = piecesFor(info, person);
  const obstacles = obstaclesOf(person, draft.receiver_type);
  const isFinal = obstacles.some((obstacle) => obstacle.isFinal);
  const needsSupervisor = obstacles.length > 0 && !isFinal;
  const { count, isWhole } = amountOf(pieces, draft);
  const mayPress = !isFinal && !isBusy && (pieces.length === 0 || count > 0) && (!needsSupervisor || draft.override_reason.trim() !== '');
  return (
    <article className="desk-card" aria-labelledby="desk-person">
      <PersonHead info={info} person={person} portraitOf={portraitOf} onClose={onClose} />
      {person.note !== null ? (
        <p className="desk-note">
          <b>{t('desk.note')}</b> {person.note}
        </p>
      ) : null}
      {obstacles.map(({ code, isFinal: isLast }) => (
        <p key={code} className="desk-obstacle" data-final={isLast} role="alert">
          {t(wordsOf({ code }), { state: t(`inscriptions.choices.status.${person.status}`), ...termsOf(person) })}
        </p>
      ))}
      {obstacles.some(({ code }) => code === 'WAIVER_PENDING') ? <SignHere inscriptionid={person.inscriptionid} /> : null}
      {problem ? (
        <p className="desk-obstacle" data-final="true" role="alert">
          {problem}
        </p>
      ) : null}
      <Bought inscriptionid={person.inscriptionid} />
      {isFinal ? null : (
        <>
          <Pieces info={info} person={person} pieces={pieces} draft={draft} onDraft={onDraft} errors={errors} />
          {needsSupervisor ? (
            info?.is_supervisor ? (
              <label className="desk-field">
                {t('desk.overrideReason')}
                <input
                  value={draft.override_reason}
                  maxLength={300}
                  aria-invalid={Boolean(errors['override_reason'])}
                  onChange={({ target }) => onDraft({ ...draft, override_reason: target.value })}
                />
              </label>
            ) : (
              <p className="desk-hint">{t('desk.askSupervisor')}</p>
            )
          ) : null}
          <HandingOptions {...props} />
          <footer>
            <button
              type="button"
              className="asd-button desk-deliver"
              data-primary
              disabled={!mayPress}
              aria-busy={isBusy}
              onClick={onDeliver}
            >
              {isWhole ? t('desk.deliver') : t('desk.deliverPartial', { count, total: pieces.length })}
            </button>
            <button
              type="button"
              className="asd-button desk-second"
              disabled={isInGroup || obstaclesOf(person, 'group').length > 0}
              onClick={onGroup}
            >
              {t(isInGroup ? 'desk.inGroup' : 'desk.addToGroup')}
            </button>
          </footer>
        </>
      )}
    </article>
  );
};
