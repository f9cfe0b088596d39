import { Button } from '@/frame/antd/Button';
import { TextArea } from '@/frame/antd/TextArea';
import { useRef } from 'react';
import type { InputProps } from '@/fields/kit/contracts';
import { antdProps } from '@/fields/kit/antdProps';
import { useWords } from '@/fields/kit/useWords';
import { listedIn } from '@/domain/web/audienceList';
import './audienceList.css';

/** A list of athletes, pasted or read from a file: only the identifiers are read from the file. */
export const AudienceListInput = (props: InputProps<string | null | undefined>) => {
  const { value, onChange, disabled } = props;
  const { t } = useWords();
  const chooser = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (file)
      onChange?.(
        listedIn(await file.text())
          .map(({ text }) => text)
          .join('\n') || null,
      );
  };
  const count = listedIn(value ?? '').length;
  return (
    <div className="audience-list">
      <TextArea
        {...antdProps(props)}
        autoSize={{ minRows: 3, maxRows: 14 }}
        value={value ?? ''}
        onChange={({ target }) => onChange?.(target.value === '' ? null : target.value)}
      />
      <span className="input-image-tools">
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".csv,.txt"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button size="small" disabled={disabled ?? false} onClick={() => chooser.current?.click()}>
          {t('notifications.list.file')}
        </Button>
        {count === 0 ? null : <span className="form-field-note">{t('notifications.list.count', { count })}</span>}
      </span>
    </div>
  );
};
