import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { fileKinds } from '@/schema/field';
import { failureOf } from '../../fields/kit/failureOf';
import { useSendFiles } from '../../fields/kit/useSendFiles';
import type { Uploaded } from '../../fields/kit/useUpload';
import { useWords } from '../../fields/kit/useWords';
import { askedAt, mentionedIn, useMention, type Person } from './useMention';
import type { Written } from './useComments';

interface CommentBoxProps {
  readonly resource: string;
  readonly recordid: number;
  /** What is there at first, of a comment that is being changed. */
  readonly initial?: Written | undefined;
  readonly onSend: (written: Written) => Promise<unknown>;
  readonly onCancel?: () => void;
}
const mostFiles = 5;

interface PeopleProps {
  readonly id: string;
  readonly people: readonly Person[];
  readonly at: number;
  readonly onPick: (person: Person) => void;
}
/** The members who may be mentioned. A press does not take the focus from the text. */
const People = ({ id, people, at, onPick }: PeopleProps) => {
  const { t } = useWords();
  if (people.length === 0)
    return (
      <p className="comment-people comment-note" role="status">
        {t('comments.thread.noPeople')}
      </p>
    );
  return (
    <div className="comment-people" id={id} role="listbox" tabIndex={-1} aria-label={t('comments.thread.people')}>
      {people.map((person, index) => (
        <div
          key={person.userid}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(person);
          }}
        >
          {person.name}
        </div>
      ))}
    </div>
  );
};

/** The text, the cursor in it, and the people that were picked. */
const useWriting = ({ resource, recordid, initial }: Pick<CommentBoxProps, 'resource' | 'recordid' | 'initial'>) => {
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial?.text ?? '');
  const [cursor, setCursor] = useState(0);
  const [isShut, shut] = useState(true);
  const [picked, pick] = useState<readonly Person[]>([]);
  const [at, setAt] = useState(0);
  const asked = isShut ? null : askedAt(text, cursor);
  const people = useMention(resource, recordid, asked?.text);
  const next = useRef<number>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    box.current?.setSelectionRange(next.current, next.current);
    next.current = undefined;
  }, [text]);
  const write = (value: string, place: number): void => {
    setText(value);
    setCursor(place);
    shut(false);
    setAt(0);
  };
  const choose = (person: Person): void => {
    if (!asked) return;
    const said = `@${person.name} `;
    next.current = asked.from + said.length;
    pick([...picked, person]);
    setText(text.slice(0, asked.from) + said + text.slice(cursor));
    setCursor(next.current);
    shut(true);
  };
  /** Answers whether the list of people took the key. */
  const onKey = ({ key }: KeyboardEvent): boolean => {
    if (!asked || !people) return false;
    const person = people[at];
    if (key === 'Escape') shut(true);
    else if (key === 'ArrowDown' && people.length > 0) setAt((at + 1) % people.length);
    else if (key === 'ArrowUp' && people.length > 0) setAt((at + people.length - 1) % people.length);
    else if ((key === 'Enter' || key === 'Tab') && person) choose(person);
    else return false;
    return true;
  };
  const clear = (): void => {
    setText('');
    pick([]);
    shut(true);
  };
  return { box, text, write, people: asked ? people : undefined, at, choose, onKey, clear, shut: () => shut(true), picked };
};

const BoxFiles = ({ files, onRemove }: { readonly files: readonly Uploaded[]; readonly onRemove: (url: string) => void }) => {
  const { t } = useWords();
  return files.length === 0 ? null : (
    <ul className="comment-files">
      {files.map(({ url, name }) => (
        <li key={url}>
          {name}{' '}
          <button type="button" className="asd-bar-button" aria-label={t('form.file.remove', { name })} onClick={() => onRemove(url)}>
            ✕
          </button>
        </li>
      ))}
    </ul>
  );
};

interface ToolsProps {
  readonly hintId: string;
  readonly isFull: boolean;
  readonly isUploading: boolean;
  readonly isSending: boolean;
  readonly isEmpty: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onCancel: (() => void) | undefined;
}
const BoxTools = ({ hintId, isFull, isUploading, isSending, isEmpty, onFiles, onCancel }: ToolsProps) => {
  const { t } = useWords();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="comment-tools">
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={fileKinds.map((kind) => `.${kind}`).join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <button type="button" className="asd-button" disabled={isFull || isUploading} onClick={() => chooser.current?.click()}>
        {t('comments.thread.attach')}
      </button>
      {onCancel ? (
        <button type="button" className="asd-button" onClick={onCancel}>
          {t('comments.thread.cancel')}
        </button>
      ) : null}
      <button type="submit" className="asd-button" data-primary="" disabled={isEmpty || isUploading} aria-busy={isSending}>
        {t(onCancel ? 'comments.thread.save' : 'comments.thread.send')}
      </button>
      <span className="comment-note" id={hintId}>
        {t('comments.thread.hint')}
      </span>
    </div>
  );
};

/** Where a comment is written: `@` offers members, Ctrl+Enter sends. What was typed stays when the server refuses it. */
export const CommentBox = ({ resource, recordid, initial, onSend, onCancel }: CommentBoxProps) => {
  const { t } = useWords();
  const id = useId();
  const { box, text, write, people, at, choose, onKey, clear, shut, picked } = useWriting({ resource, recordid, initial });
  const [files, setFiles] = useState(initial?.files ?? []);
  const { send: attach, isUploading, refusal: refused } = useSendFiles(files, { multiple: mostFiles }, setFiles);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isEmpty = text.trim() === '';
  const isOffering = people !== undefined && people.length > 0;
  useEffect(() => {
    if (onCancel) box.current?.focus();
  }, [box, onCancel]);
  const send = async (): Promise<void> => {
    if (isEmpty || isSending || isUploading) return;
    setSending(true);
    setRefusal(undefined);
    try {
      // Names of earlier mentions are not known here, so those people stay mentioned.
      await onSend({ text: text.trim(), files, mentioned: [...new Set([...(initial?.mentioned ?? []), ...mentionedIn(text, picked)])] });
      clear();
      setFiles([]);
    } catch (error) {
      setRefusal(failureOf(error).message);
    } finally {
      setSending(false);
    }
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
    else if (!onKey(event)) {
      if (event.key !== 'Escape' || !onCancel) return;
      onCancel();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className="comment-box"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={box}
        rows={initial ? 4 : 2}
        maxLength={4000}
        value={text}
        placeholder={t('comments.thread.label')}
        aria-label={t('comments.thread.label')}
        aria-autocomplete="list"
        aria-describedby={`${id}-hint`}
        aria-controls={isOffering ? `${id}-people` : undefined}
        aria-activedescendant={isOffering ? `${id}-people-${at}` : undefined}
        onChange={({ target }) => write(target.value, target.selectionStart)}
        onBlur={shut}
        onKeyDown={press}
      />
      {people ? <People id={`${id}-people`} people={people} at={at} onPick={choose} /> : null}
      <BoxFiles files={files} onRemove={(url) => setFiles(files.filter((each) => each.url !== url))} />
      <BoxTools
        hintId={`${id}-hint`}
        isFull={files.length >= mostFiles}
        isUploading={isUploading}
        isSending={isSending}
        isEmpty={isEmpty}
        onFiles={(chosen) => void attach(chosen)}
        onCancel={onCancel}
      />
      {(refusal ?? refused) ? (
        <p className="form-field-error" role="alert">
          {refusal ?? refused}
        </p>
      ) : null}
    </form>
  );
};
