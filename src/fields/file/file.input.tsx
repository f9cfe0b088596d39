import { Button } from '@/frame/antd/Button';
import { fileKinds } from '@/schema';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { FileChooser } from '@/fields/kit/FileChooser';
import { useSendFiles } from '@/fields/kit/useSendFiles';
import { useWords } from '@/fields/kit/useWords';
import { formatBytes } from '../../words/formatBytes';
import type { FileOptions, FileRef } from './file';
import './file.css';

type Value = FileRef | readonly FileRef[];
const listOf = (value: Value | null | undefined): readonly FileRef[] => (value ? [value].flat() : []);

type FileProps = InputProps<Value, FileOptions>;

interface ListedProps {
  readonly files: readonly FileRef[];
  readonly onRemove: ((url: string) => void) | undefined;
}
const Listed = ({ files, onRemove }: ListedProps) => {
  const { t, locale } = useWords();
  if (files.length === 0) return <span className="input-image-empty">{t('form.file.drop')}</span>;
  return (
    <ul className="value-files">
      {files.map(({ url, name, size }) => (
        <li key={url}>
          <a href={url} download={name}>
            {name}
          </a>{' '}
          <small>{formatBytes(size, locale)}</small>
          {onRemove ? (
            <Button size="small" type="text" aria-label={t('form.file.remove', { name })} onClick={() => onRemove(url)}>
              ✕
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
};

/** Files chosen or dropped; uploaded at once and listed before they are saved. */
const FileInput = ({ value, onChange, field, id = '', disabled = false, describedBy, invalid }: FileProps) => {
  const { t, locale } = useWords();
  const { accept = fileKinds, maxBytes, multiple } = field.options;
  const files = listOf(value);
  const isFull = files.length >= (multiple ?? 1);
  const set = (next: readonly FileRef[]) => onChange?.(multiple ? next : (next[0] ?? null));
  const { send, isUploading, refusal } = useSendFiles(files, field.options, set);
  const kinds = accept.map((kind) => kind.toUpperCase()).join(', ');
  return (
    <FileChooser
      id={id}
      invalid={invalid}
      describedBy={describedBy}
      disabled={disabled}
      isFull={isFull && multiple !== undefined}
      isUploading={isUploading}
      accept={accept.map((kind) => `.${kind}`).join(',')}
      multiple={(multiple ?? 1) > 1}
      label={t(multiple ? 'form.file.add' : files.length > 0 ? 'form.image.replace' : 'form.file.choose')}
      note={maxBytes === undefined ? kinds : t('form.file.kindsUpTo', { kinds, size: formatBytes(maxBytes, locale) })}
      refusal={refusal}
      onFiles={(chosen) => void send(chosen)}
    >
      <Listed files={files} onRemove={disabled ? undefined : (url) => set(files.filter((each) => each.url !== url))} />
    </FileChooser>
  );
};

export default defineFieldInput<Value, FileOptions>({ Input: FileInput });
