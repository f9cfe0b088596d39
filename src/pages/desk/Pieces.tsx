import type { DeskPerson, Piece } from '@/domain/registration/desk';
import { kitFor } from '@/domain/registration/desk';
import { useWords } from '@/fields/kit/useWords';
import type { DeskInfo } from './deskApi';
import type { HandingDraft } from './handingDraft';

interface PiecesProps {
  readonly info: DeskInfo | null;
  readonly person: DeskPerson;
  readonly pieces: readonly Piece[];
  readonly draft: HandingDraft;
  readonly onDraft: (draft: HandingDraft) => void;
  readonly errors: Readonly<Record<string, string>>;
}
/** What the kit holds; a press on a piece says that it is missing. */
export const Pieces = ({ info, person, pieces, draft, onDraft, errors }: PiecesProps) => {
  const { t, locale } = useWords();
  const nameOf = ({ name }: Piece): string => name[locale] ?? name['es'] ?? '';
  const handed = (kitFor(info?.kits ?? [], person.distanceid)?.pieces ?? []).filter(
    ({ kit_itemid }) => (person.handed[kit_itemid] ?? 0) > 0,
  );
  const toggle = (id: number): void => {
    const missing = new Set(draft.missing);
    if (!missing.delete(id)) missing.add(id);
    onDraft({ ...draft, missing });
  };
  return (
    <section className="desk-pieces" aria-label={t('desk.pieces')}>
      {handed.length > 0 ? <p className="desk-hint">{t('desk.handedBefore', { pieces: handed.map(nameOf).join(', ') })}</p> : null}
      {pieces.length === 0 && handed.length === 0 ? <p className="desk-hint">{t('desk.noKit')}</p> : null}
      <ul>
        {pieces.map((piece, at) => (
          <li key={piece.kit_itemid}>
            <label data-missing={draft.missing.has(piece.kit_itemid)}>
              <input type="checkbox" checked={!draft.missing.has(piece.kit_itemid)} onChange={() => toggle(piece.kit_itemid)} />
              <span>
                {piece.qty > 1 ? `${piece.qty} × ` : ''}
                {nameOf(piece)}
                {piece.type === 'tshirt' ? <b className="desk-size">{draft.tshirt_size ?? t('desk.noSize')}</b> : null}
              </span>
              <small>
                {[piece.required ? null : t('desk.optional'), piece.stock === null ? null : t('desk.left', { count: piece.stock })]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </label>
            {errors[`items.${at}.qty`] ? <p className="desk-error">{errors[`items.${at}.qty`]}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
};
