import { failureOf } from '@/fields/kit/failureOf';
import { Button } from 'antd';
import { useRef, useState, type DragEvent } from 'react';
import { fileKinds } from '@/schema';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { useUpload } from '@/fields/kit/useUpload';
import { useWords } from '@/fields/kit/useWords';
import { formatBytes } from '../../words/formatBytes';
import type { FileOptions, FileRef } from './file';
import './file.css';

type Value = FileRef | readonly FileRef[];
const listOf = (value: Value | null | undefined): readonly FileRef[] =>
  !value ? [] : Array.isArray(value) ? (value as readonly FileRef[]) : [value as FileRef];

/** Files chosen or dropped, uploaded at once, listed before they are saved. */
const FileInput = ({ value, onChange, field, id = '', disabled = false, describedBy, invalid }: InputProps<Value, FileOptions>) => {
  const { t, locale } = useWords();
  const { upload, isUploading } = useUpload();
  const [refusal, setRefusal] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);
  const { accept = fileKinds, maxBytes, multiple } = field.options;
  const files = listOf(value);
  const isFull = files.length >= (multiple ?? 1);
  const set = (next: readonly FileRef[]) => onChange?.(multiple ? next : (next[0] ?? null));
  const send = async (chosen: readonly File[]) => {
    setRefusal(undefined);
    const kept: FileRef[] = multiple ? [...files] : [];
    for (const each of chosen.slice(0, multiple ? multiple - files.length : 1)) {
      if (maxBytes !== undefined && each.size > maxBytes) {
        setRefusal(t('form.file.tooLarge', { size: formatBytes(maxBytes, locale) }));
        continue;
      }
      try {
        kept.push(await upload(each));
      } catch (error) {
        setRefusal(failureOf(error).message || t('form.file.failed'));
      }
    }
    if (kept.length > 0) set(kept);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!disabled) void send([...event.dataTransfer.files]);
  };
  const kinds = accept.map((kind) => kind.toUpperCase()).join(', ');
  return (
    <div
      className="input-image"
      data-invalid={invalid || undefined}
      role="group"
      aria-labelledby={`${id}-label`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {files.length === 0 ? (
        <span className="input-image-empty">{t('form.file.drop')}</span>
      ) : (
        <ul className="value-files">
          {files.map(({ url, name, size }) => (
            <li key={url}>
              <a href={url} download={name}>
                {name}
              </a>{' '}
              <small>{formatBytes(size, locale)}</small>
              {disabled ? null : (
                <Button
                  size="small"
                  type="text"
                  aria-label={t('form.file.remove', { name })}
                  onClick={() => set(files.filter((each) => each.url !== url))}
                >
                  ✕
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <span className="input-image-tools">
        <input
          ref={chooser}
          type="file"
          hidden
          multiple={(multiple ?? 1) > 1}
          accept={accept.map((kind) => `.${kind}`).join(',')}
          onChange={({ target }) => {
            void send([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <Button
          id={id}
          size="small"
          disabled={disabled || (isFull && multiple !== undefined)}
          loading={isUploading}
          {...(describedBy && { 'aria-describedby': describedBy })}
          onClick={() => chooser.current?.click()}
        >
          {t(multiple ? 'form.file.add' : files.length > 0 ? 'form.image.replace' : 'form.file.choose')}
        </Button>
        <span className="form-field-note">
          {maxBytes === undefined ? kinds : t('form.file.kindsUpTo', { kinds, size: formatBytes(maxBytes, locale) })}
        </span>
      </span>
      {refusal ? (
        <span className="form-field-error" role="alert">
          {refusal}
        </span>
      ) : null}
    </div>
  );
};

export default defineFieldInput<Value, FileOptions>({ Input: FileInput });
