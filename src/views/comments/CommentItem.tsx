import { lazy, Suspense, useState } from 'react';
import { failureOf } from '../../fields/kit/failureOf';
import { useWords } from '../../fields/kit/useWords';
import { formatInstant, formatRelative } from '../../words/format';
import { CommentBox } from './CommentBox';
import type { Comment, Written } from './useComments';

const FileLinks = lazy(() => import('../../fields/file/FileLinks'));

interface CommentItemProps {
  readonly resource: string;
  readonly recordid: number;
  readonly comment: Comment;
  /** Whether the person wrote it, and so may change it. */
  readonly isOwn: boolean;
  readonly onChange: (written: Written) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
}

/** What the author does with a comment; removing asks first, in the same place. */
const OwnTools = ({
  when,
  onEdit,
  onRemove,
}: { readonly when: string; readonly onEdit: () => void } & Pick<CommentItemProps, 'onRemove'>) => {
  const { t } = useWords();
  const [isAsking, ask] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const remove = (): void => {
    setRefusal(undefined);
    onRemove().catch((error: unknown) => setRefusal(failureOf(error).message));
  };
  if (!isAsking)
    return (
      <p className="comment-own">
        <button type="button" aria-label={t('comments.thread.editOf', { when })} onClick={onEdit}>
          {t('comments.thread.edit')}
        </button>
        <button type="button" aria-label={t('comments.thread.removeOf', { when })} onClick={() => ask(true)}>
          {t('comments.thread.remove')}
        </button>
      </p>
    );
  return (
    <div className="comment-own" role="group" aria-label={t('comments.thread.sure')}>
      <span>{t('comments.thread.sure')}</span>
      <button type="button" autoFocus onClick={remove}>
        {t('comments.thread.remove')}
      </button>
      <button type="button" onClick={() => ask(false)}>
        {t('comments.thread.cancel')}
      </button>
      {refusal ? (
        <span className="form-field-error" role="alert">
          {refusal}
        </span>
      ) : null}
    </div>
  );
};

/** One comment: who wrote it, when, its text and its files. */
export const CommentItem = ({ resource, recordid, comment, isOwn, onChange, onRemove }: CommentItemProps) => {
  const { t, locale } = useWords();
  const [isEditing, edit] = useState(false);
  const { author, created, text, files, version } = comment;
  const when = formatRelative(created, locale);
  return (
    <li className="comment">
      <p className="comment-head">
        <b>{author}</b>{' '}
        <time dateTime={created} title={formatInstant(created)}>
          {when}
        </time>
        {version > 1 ? <span> · {t('comments.thread.edited')}</span> : null}
      </p>
      {isEditing ? (
        <CommentBox
          resource={resource}
          recordid={recordid}
          initial={comment}
          onSend={(written) => onChange(written).then(() => edit(false))}
          onCancel={() => edit(false)}
        />
      ) : (
        <>
          <p className="comment-text">{text}</p>
          {files.length > 0 ? (
            <Suspense fallback={null}>
              <FileLinks files={files} />
            </Suspense>
          ) : null}
          {isOwn ? <OwnTools when={when} onEdit={() => edit(true)} onRemove={onRemove} /> : null}
        </>
      )}
    </li>
  );
};
