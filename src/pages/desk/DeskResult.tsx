import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';
import type { DeskPerson } from '@/domain/registration/desk';
import type { Delivered } from './createDesk';
import { bibOf } from './PeopleList';

/** The last delivery of this desk, or of a group. */
export interface LastDelivery {
  readonly delivered: readonly { readonly delivered: Delivered; readonly before: DeskPerson }[];
  readonly isUndone: boolean;
}
const wordOf = ({ delivered, isUndone }: LastDelivery): string => {
  if (isUndone) return 'undone';
  const first = delivered[0]?.delivered;
  if (!first || first.kind === 'queued') return 'queued';
  if (first.handed.status === 'conflict') return 'conflict';
  return first.handed.status === 'partial' ? 'deliveredPart' : 'delivered';
};

/** What just happened, large, with its way back; the next scan replaces it. */
export const DeskResult = ({ last, onUndo }: { readonly last: LastDelivery; readonly onUndo: () => void }) => {
  const { t } = useWords();
  const word = wordOf(last);
  const [first] = last.delivered;
  return (
    <section className="desk-result" data-word={word} role="status">
      <Glyph name={word === 'undone' ? 'repeat' : 'check'} />
      <div>
        <p className="desk-word">{t(`desk.${word}`)}</p>
        <p>
          {last.delivered.length > 1
            ? last.delivered.map(({ before }) => bibOf(before)).join(', ')
            : first && `${bibOf(first.before)} · ${first.before.name}`}
        </p>
      </div>
      {last.isUndone ? null : (
        <button type="button" className="asd-button desk-second" onClick={onUndo}>
          {t('desk.undo')}
        </button>
      )}
    </section>
  );
};
