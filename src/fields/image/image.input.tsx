import { failureOf } from '@/fields/kit/failureOf';
import { Button } from 'antd';
import { useRef, useState, type DragEvent } from 'react';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { useUpload } from '@/fields/kit/useUpload';
import { useWords } from '@/fields/kit/useWords';
import type { ImageOptions } from './image';

const accepted = ['image/png', 'image/jpeg', 'image/webp'];

/** A picture: chosen or dropped, uploaded at once, shown before it is saved. */
const ImageInput = ({ value, onChange, field, id = '', disabled = false, describedBy, invalid }: InputProps<string, ImageOptions>) => {
  const { t } = useWords();
  const { upload, isUploading } = useUpload();
  const [refusal, setRefusal] = useState<string>();
  const chooser = useRef<HTMLInputElement>(null);
  const { minWidth, minHeight } = field.options;
  const send = async (file: File | undefined) => {
    if (!file) return;
    setRefusal(undefined);
    try {
      onChange?.((await upload(file)).url);
    } catch (error) {
      setRefusal(failureOf(error).message || t('form.image.failed'));
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!disabled) void send(event.dataTransfer.files[0]);
  };
  return (
    <div
      className="input-image"
      data-invalid={invalid || undefined}
      role="group"
      aria-labelledby={`${id}-label`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {value ? <img src={value} alt={t('form.image.preview')} /> : <span className="input-image-empty">{t('form.image.drop')}</span>}
      <span className="input-image-tools">
        <input
          ref={chooser}
          type="file"
          hidden
          accept={accepted.join(',')}
          onChange={({ target }) => {
            void send(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button
          id={id}
          size="small"
          disabled={disabled}
          loading={isUploading}
          {...(describedBy && { 'aria-describedby': describedBy })}
          onClick={() => chooser.current?.click()}
        >
          {t(value ? 'form.image.replace' : 'form.image.choose')}
        </Button>
        {value && !disabled ? (
          <Button size="small" type="text" onClick={() => onChange?.(null)}>
            {t('form.image.remove')}
          </Button>
        ) : null}
        <span className="form-field-note">
          {[
            t('form.image.kinds'),
            minWidth && t('form.image.width', { pixels: minWidth }),
            minHeight && t('form.image.height', { pixels: minHeight }),
          ]
            .filter(Boolean)
            .join(' · ')}
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

export default defineFieldInput<string, ImageOptions>({ Input: ImageInput });
