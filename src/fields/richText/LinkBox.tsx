import type { Editor } from '@tiptap/react';
import { Button } from '@/frame/antd/Button';
import { Input } from '@/frame/antd/Input';
import { useState, type KeyboardEvent } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { textIn, isOneOf } from '@/schema/unknown';
import { markup } from './markup';

const named = /^[a-z][a-z\d+.-]*:(?!\d)/i;
/** An address with its scheme, or undefined when links to it are not allowed. */
const addressOf = (typed: string): string | null => {
  const text = typed.trim();
  const whole = named.test(text) ? text : text.includes('@') ? `mailto:${text}` : `https://${text}`;
  const isAllowed = URL.canParse(whole) && isOneOf<string>(markup.schemes, new URL(whole).protocol.slice(0, -1));
  return text && !/\s/.test(text) && isAllowed ? whole : null;
};

/** Asks for the address of the selected text. */
export const LinkBox = ({ editor, onDone }: { readonly editor: Editor; readonly onDone: () => void }) => {
  const { t } = useWords();
  const present = textIn(editor.getAttributes('link')['href']) ?? '';
  const [typed, setTyped] = useState(present);
  const [isRefused, setIsRefused] = useState(false);
  const set = () => {
    const href = addressOf(typed);
    if (!href) return setIsRefused(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !present)
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onDone();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onDone();
  };
  // Enter would submit the whole form.
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      set();
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      editor.commands.focus();
      onDone();
    }
  };
  return (
    <div className="rich-link">
      <Input
        size="small"
        autoFocus
        aria-label={t('form.richText.address')}
        placeholder="https://"
        {...(isRefused && { status: 'error' as const, 'aria-invalid': true })}
        value={typed}
        onChange={({ target }) => {
          setIsRefused(false);
          setTyped(target.value);
        }}
        onKeyDown={keys}
      />
      <Button size="small" onClick={set}>
        {t('form.richText.setLink')}
      </Button>
      {present ? (
        <Button size="small" type="text" onClick={remove}>
          {t('form.richText.removeLink')}
        </Button>
      ) : null}
      {isRefused ? (
        <span className="form-field-error" role="alert">
          {t('form.richText.badLink')}
        </span>
      ) : null}
    </div>
  );
};
