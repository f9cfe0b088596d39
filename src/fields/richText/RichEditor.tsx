import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { EditorTools } from './EditorTools';
import { markup } from './markup';

export interface RichEditorProps {
  readonly id: string;
  readonly label: string;
  readonly labelledBy?: string;
  readonly language?: 'es' | 'en';
  readonly value: string | null;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly required: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (html: string | null) => void;
}

const extensions = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: [...markup.schemes],
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
];

/** The editor keeps an empty line under the text, to continue from; it is not part of the text. */
const blankEnd = /(?:<p><\/p>)+$/;

const attributesOf = ({ id, label, labelledBy, language, invalid, required, describedBy }: RichEditorProps): Record<string, string> => ({
  id,
  role: 'textbox',
  'aria-multiline': 'true',
  class: 'rich-text value-html',
  ...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': label }),
  ...(language && { lang: language }),
  ...(invalid && { 'aria-invalid': 'true' }),
  ...(required && { 'aria-required': 'true' }),
  ...(describedBy && { 'aria-describedby': describedBy }),
});

/** Formatted text, typed as it will be shown. */
export const RichEditor = (props: RichEditorProps) => {
  const { value, disabled, invalid, label, onChange } = props;
  const said = useRef(value);
  const change = useRef(onChange);
  change.current = onChange;
  const editor = useEditor({
    extensions,
    content: value ?? '',
    editable: !disabled,
    editorProps: { attributes: attributesOf(props) },
    onUpdate: ({ editor: changed }) => {
      said.current = changed.isEmpty ? null : changed.getHTML().replace(blankEnd, '');
      change.current(said.current);
    },
  });
  const attributes = JSON.stringify(attributesOf(props));
  useEffect(() => {
    editor.setOptions({ editable: !disabled, editorProps: { attributes: JSON.parse(attributes) as Record<string, string> } });
  }, [editor, disabled, attributes]);
  // A value set from outside (an undone form, a resolved conflict) replaces what is shown; what was typed here is already shown.
  useEffect(() => {
    if (value === said.current) return;
    said.current = value;
    editor.commands.setContent(value ?? '', { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className="input-rich" data-invalid={invalid || undefined} data-disabled={disabled || undefined}>
      {disabled ? null : <EditorTools editor={editor} label={label} />}
      <EditorContent editor={editor} />
    </div>
  );
};
