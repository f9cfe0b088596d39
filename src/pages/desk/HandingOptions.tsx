import { useEffect, useState } from 'react';
import { idTypes, receiverTypes } from '@/domain/registration/deliveryLists';
import type { DeskPerson } from '@/domain/registration/desk';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';
import type { DeskInfo } from './deskApi';
import type { HandingDraft } from './handingDraft';
import { shrinkPhoto } from './shrinkPhoto';

interface HandingOptionsProps {
  readonly info: DeskInfo | null;
  readonly person: DeskPerson;
  readonly draft: HandingDraft;
  readonly onDraft: (draft: HandingDraft) => void;
  /** The next code that is read is the bib. */
  readonly awaitsBib: boolean;
  readonly onAwaitBib: () => void;
  readonly errors: Readonly<Record<string, string>>;
}
const offered = receiverTypes.filter((type) => type !== 'group');

const ReceiverFields = ({ draft, onDraft, errors }: Pick<HandingOptionsProps, 'draft' | 'onDraft' | 'errors'>) => {
  const { t } = useWords();
  const change = (next: Partial<HandingDraft>): void => onDraft({ ...draft, ...next });
  const note = (path: string) => (errors[path] ? <p className="desk-error">{errors[path]}</p> : null);
  return (
    <>
      <label className="desk-field">
        {t('desk.receiverName')}
        <input
          value={draft.receiver_name}
          maxLength={200}
          autoComplete="off"
          aria-invalid={Boolean(errors['receiver_name'])}
          onChange={({ target }) => change({ receiver_name: target.value })}
        />
        {note('receiver_name')}
      </label>
      <label className="desk-field">
        {t('desk.receiverId')}
        <select value={draft.receiver_id_type} onChange={({ target }) => change({ receiver_id_type: target.value })}>
          <option value="">—</option>
          {idTypes.map((type) => (
            <option key={type} value={type}>
              {t(`lists.id_types.${type}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="desk-field">
        {t('desk.receiverLast4')}
        <input
          value={draft.receiver_id_last4}
          maxLength={4}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => change({ receiver_id_last4: target.value })}
        />
      </label>
      <div className="desk-field">
        {t('desk.photo')}
        <label className="asd-button desk-second desk-photo">
          <Glyph name="camera" /> {t('desk.takePhoto')}
          <input
            type="file"
            className="asd-hidden-text"
            accept="image/*"
            capture="environment"
            aria-label={t('desk.photo')}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void shrinkPhoto(file).then((photo) => change({ photos: [...draft.photos, photo] }));
            }}
          />
        </label>
        {draft.photos.length > 0 ? <small>{t('desk.photos', { count: draft.photos.length })}</small> : null}
        {note('evidence_files')}
      </div>
    </>
  );
};

/** What is not the usual case: another size, another bib, somebody else who receives it. */
export const HandingOptions = ({ info, person, draft, onDraft, awaitsBib, onAwaitBib, errors }: HandingOptionsProps) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const hasError = Object.keys(errors).length > 0;
  useEffect(() => {
    if (hasError) setOpen(true);
  }, [hasError]);
  const change = (next: Partial<HandingDraft>): void => onDraft({ ...draft, ...next });
  const sizes = (info?.sizes ?? []).filter(({ tshirt_modelid }) => tshirt_modelid === person.tshirt_modelid);
  const note = (path: string) => (errors[path] ? <p className="desk-error">{errors[path]}</p> : null);
  return (
    <details className="desk-options" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('desk.more')}</summary>
      <div className="desk-grid">
        {sizes.length > 0 ? (
          <label className="desk-field">
            {t('desk.size')}
            <select value={draft.tshirt_size ?? ''} onChange={({ target }) => change({ tshirt_size: target.value || null })}>
              {sizes.map(({ size, available, oversell }) => (
                <option key={size} value={size} disabled={!oversell && (available ?? 0) < 1 && size !== person.tshirt_size}>
                  {t('desk.sizeLeft', { size, count: available ?? 0 })}
                </option>
              ))}
            </select>
            {note('tshirt_size')}
          </label>
        ) : null}
        <div className="desk-field">
          <label>
            {t('desk.number')}
            <input
              autoComplete="off"
              maxLength={60}
              placeholder={t('desk.scanBib')}
              value={draft.number}
              aria-invalid={Boolean(errors['number'] ?? errors['bib_code'])}
              onChange={({ target }) => change({ number: target.value })}
            />
          </label>
          <button type="button" className="asd-button desk-second" aria-pressed={awaitsBib} onClick={onAwaitBib}>
            <Glyph name="bib" /> {t(awaitsBib ? 'desk.awaitsBib' : 'desk.readBib')}
          </button>
          {note('number')}
          {note('bib_code')}
        </div>
        <fieldset className="desk-field desk-receiver">
          <legend>{t('desk.receiver')}</legend>
          {offered.map((type) => (
            <label key={type} data-chosen={draft.receiver_type === type}>
              <input type="radio" name="receiver" checked={draft.receiver_type === type} onChange={() => change({ receiver_type: type })} />
              {t(`lists.receiver_types.${type}`)}
            </label>
          ))}
        </fieldset>
        {draft.receiver_type === 'holder' ? null : <ReceiverFields draft={draft} onDraft={onDraft} errors={errors} />}
      </div>
    </details>
  );
};
