import { takesComments, type AnyResource } from '@/schema';
import { useGrants, useRegistry } from '../../fields/kit/AppContext';
import { useWords } from '../../fields/kit/useWords';
import { CommentBox } from './CommentBox';
import { CommentItem } from './CommentItem';
import { commentsPlace, useComments } from './useComments';
import { useMentionsRead } from './useMentionsRead';
import './comments.css';

interface CommentsProps {
  readonly resource: AnyResource;
  readonly id: number;
  /** Shown without a title, if the title is already on screen. */
  readonly isPart?: boolean;
}

const Thread = ({ resource: { name }, id, isPart = false }: CommentsProps) => {
  const { t } = useWords();
  const { userid, organizationid, isLook = false } = useGrants();
  const { comments, total, isFailed, retry, more, add, change, remove } = useComments(name, id);
  useMentionsRead(comments);
  return (
    <section className="comments" aria-label={t('comments.thread.title')}>
      {isPart ? null : <h2>{t('comments.thread.title')}</h2>}
      {organizationid === null || isLook ? null : <CommentBox resource={name} recordid={id} onSend={add} />}
      {isFailed && !comments ? (
        <p className="comment-note" role="alert">
          {t('comments.thread.failed')}{' '}
          <button type="button" className="asd-button" onClick={retry}>
            {t('comments.thread.retry')}
          </button>
        </p>
      ) : null}
      {comments?.length === 0 ? <p className="comment-note">{t('comments.thread.empty')}</p> : null}
      {comments && comments.length > 0 ? (
        <ol>
          {comments.map((comment) => (
            <CommentItem
              key={comment.id}
              resource={name}
              recordid={id}
              comment={comment}
              isOwn={comment.userid === userid && !isLook}
              onChange={(written) => change(comment, written)}
              onRemove={() => remove(comment)}
            />
          ))}
        </ol>
      ) : null}
      {comments && total > comments.length ? (
        <button type="button" className="asd-button" onClick={more}>
          {t('comments.thread.earlier')}
        </button>
      ) : null}
    </section>
  );
};

/** Whether comments are shown with records of a resource. */
export const useHasComments = (resource: AnyResource): boolean =>
  useRegistry().find(commentsPlace.resource) !== undefined && takesComments(resource);

/** The comments about a record, where people write them. */
export const Comments = (props: CommentsProps) => (useHasComments(props.resource) ? <Thread key={props.id} {...props} /> : null);
