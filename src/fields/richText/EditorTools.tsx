import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { useEditorState, type Editor } from '@tiptap/react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { LinkBox } from './LinkBox';

interface Tool {
  readonly name: string;
  readonly icon: ReactNode;
  readonly run: (editor: Editor) => void;
  readonly isOn?: (editor: Editor) => boolean;
  readonly isOff?: (editor: Editor) => boolean;
}
const tools: readonly Tool[] = [
  {
    name: 'bold',
    icon: <BoldOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    name: 'italic',
    icon: <ItalicOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    name: 'heading',
    icon: <b aria-hidden="true">T</b>,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'subheading',
    icon: <small aria-hidden="true">T</small>,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    name: 'bulletList',
    icon: <UnorderedListOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'orderedList',
    icon: <OrderedListOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    name: 'quote',
    icon: <b aria-hidden="true">”</b>,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  {
    name: 'undo',
    icon: <UndoOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().undo().run(),
    isOff: (editor) => !editor.can().undo(),
  },
  {
    name: 'redo',
    icon: <RedoOutlined aria-hidden />,
    run: (editor) => editor.chain().focus().redo().run(),
    isOff: (editor) => !editor.can().redo(),
  },
];

/** The arrow keys move between tools, as in any toolbar; Tab leaves it. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (!step || at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
};

/** The tools of the editor, with labels in the person's language. */
export const EditorTools = ({ editor, label }: { readonly editor: Editor; readonly label: string }) => {
  const { t } = useWords();
  const [isLinking, setIsLinking] = useState(false);
  const [reached, setReached] = useState('bold');
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      on: [...tools.filter(({ isOn }) => isOn?.(current)).map(({ name }) => name), ...(current.isActive('link') ? ['link'] : [])],
      off: tools.filter(({ isOff }) => isOff?.(current)).map(({ name }) => name),
    }),
  });
  const button = (name: string, icon: ReactNode, run: () => void) => (
    <button
      key={name}
      type="button"
      className="rich-tool"
      tabIndex={name === reached ? 0 : -1}
      aria-label={t(`form.richText.${name}`)}
      title={t(`form.richText.${name}`)}
      aria-disabled={state.off.includes(name)}
      aria-pressed={state.on.includes(name)}
      onFocus={() => setReached(name)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {icon}
    </button>
  );
  return (
    <>
      <div className="rich-tools" role="toolbar" aria-label={`${t('form.richText.tools')}: ${label}`} onKeyDown={walk}>
        {tools.slice(0, -2).map(({ name, icon, run }) => button(name, icon, () => run(editor)))}
        {button('link', <LinkOutlined aria-hidden />, () => setIsLinking(!isLinking))}
        {tools.slice(-2).map(({ name, icon, run }) => button(name, icon, () => run(editor)))}
      </div>
      {isLinking ? <LinkBox editor={editor} onDone={() => setIsLinking(false)} /> : null}
    </>
  );
};
