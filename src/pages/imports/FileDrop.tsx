import { Button } from '@/frame/antd/Button';
import { useRef, useState, type DragEvent } from 'react';
import { useWords } from '@/fields/kit/useWords';
import { Glyph } from '@/frame/Glyph';

interface FileDropProps {
  readonly id: string;
  readonly isBusy: boolean;
  readonly refusal: readonly string[];
  readonly onFile: (file: File) => void;
  /** The name of the file that is on its way. */
  readonly name: string | undefined;
}
/** A large place for one table: dropped or chosen, and why it was refused. */
export const FileDrop = ({ id, isBusy, refusal, onFile, name }: FileDropProps) => {
  const { t } = useWords();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  };
  return (
    <div
      className="imp-drop"
      data-over={isOver || undefined}
      data-invalid={refusal.length > 0 || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Glyph name="upload" />
      <p className="imp-drop-title">{isBusy ? t('import_jobs.file.reading', { name }) : t('import_jobs.file.drop')}</p>
      {isBusy ? <span className="outcome-bar" role="status" aria-label={t('import_jobs.file.reading', { name })} /> : null}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('import_jobs.file.choose')}
        accept=".csv,.tsv,.txt,.xlsx,.ods"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button
        id={id}
        type="primary"
        disabled={isBusy}
        aria-describedby={refusal.length > 0 ? `${id}-note ${id}-error` : `${id}-note`}
        onClick={() => chooser.current?.click()}
      >
        {t('import_jobs.file.choose')}
      </Button>
      <p className="form-field-note" id={`${id}-note`}>
        {t('import_jobs.file.kinds')}
      </p>
      {refusal.length > 0 ? (
        <div className="form-summary" id={`${id}-error`} role="alert">
          <strong>{t('import_jobs.file.refused', { name })}</strong> {refusal.join(' ')}
        </div>
      ) : null}
    </div>
  );
};
