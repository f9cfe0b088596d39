import { Button } from '@/frame/antd/Button';
import { useRef, type DragEvent, type ReactNode } from 'react';

interface FileChooserProps {
  readonly id: string;
  readonly invalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
  readonly disabled: boolean;
  /** No more can be chosen; the owner decides about dropped files. */
  readonly isFull?: boolean;
  readonly isUploading: boolean;
  readonly accept: string;
  readonly multiple?: boolean;
  /** The label of the button. */
  readonly label: string;
  /** A text about what may be chosen. */
  readonly note: string;
  readonly refusal: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  /** Content next to the button. */
  readonly tools?: ReactNode;
  /** The files chosen so far. */
  readonly children: ReactNode;
}
/** Files chosen with a button or dropped, and why one was refused. */
export const FileChooser = ({
  id,
  invalid,
  describedBy,
  disabled,
  isFull = false,
  isUploading,
  accept,
  multiple = false,
  label,
  note,
  refusal,
  onFiles,
  tools,
  children,
}: FileChooserProps) => {
  const chooser = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    if (!disabled) onFiles([...event.dataTransfer.files]);
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
      {children}
      <span className="input-image-tools">
        <input
          ref={chooser}
          type="file"
          hidden
          multiple={multiple}
          accept={accept}
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <Button
          id={id}
          size="small"
          disabled={disabled || isFull}
          loading={isUploading}
          {...(describedBy && { 'aria-describedby': describedBy })}
          onClick={() => chooser.current?.click()}
        >
          {label}
        </Button>
        {tools}
        <span className="form-field-note">{note}</span>
      </span>
      {refusal ? (
        <span className="form-field-error" role="alert">
          {refusal}
        </span>
      ) : null}
    </div>
  );
};
