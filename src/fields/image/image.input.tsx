import { failureOf } from '@/fields/kit/failureOf';
import { Button } from '@/frame/antd/Button';
import { useState } from 'react';
import { defineFieldInput, type InputProps } from '@/fields/kit/contracts';
import { FileChooser } from '@/fields/kit/FileChooser';
import { useUpload } from '@/fields/kit/useUpload';
import { useWords } from '@/fields/kit/useWords';
import type { ImageOptions } from './image';

const accepted = ['image/png', 'image/jpeg', 'image/webp'];

/** A picture, chosen or dropped; uploaded at once and shown before it is saved. */
const ImageInput = ({ value, onChange, field, id = '', disabled = false, describedBy, invalid }: InputProps<string, ImageOptions>) => {
  const { t } = useWords();
  const { upload, isUploading } = useUpload();
  const [refusal, setRefusal] = useState<string>();
  const { minWidth, minHeight } = field.options;
  const send = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setRefusal(undefined);
    try {
      onChange?.((await upload(file)).url);
    } catch (error) {
      setRefusal(failureOf(error).message || t('form.image.failed'));
    }
  };
  const note = [
    t('form.image.kinds'),
    minWidth && t('form.image.width', { pixels: minWidth }),
    minHeight && t('form.image.height', { pixels: minHeight }),
  ];
  return (
    <FileChooser
      id={id}
      invalid={invalid}
      describedBy={describedBy}
      disabled={disabled}
      isUploading={isUploading}
      accept={accepted.join(',')}
      label={t(value ? 'form.image.replace' : 'form.image.choose')}
      note={note.filter(Boolean).join(' · ')}
      refusal={refusal}
      onFiles={([file]) => void send(file)}
      tools={
        value && !disabled ? (
          <Button size="small" type="text" onClick={() => onChange?.(null)}>
            {t('form.image.remove')}
          </Button>
        ) : null
      }
    >
      {value ? (
        <img src={value} alt={t('form.image.preview')} referrerPolicy="no-referrer" />
      ) : (
        <span className="input-image-empty">{t('form.image.drop')}</span>
      )}
    </FileChooser>
  );
};

export default defineFieldInput<string, ImageOptions>({ Input: ImageInput });
