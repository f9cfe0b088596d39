import { useState } from 'react';
import { failureOf } from '@/fields/kit/failureOf';
import { useWords } from '@/fields/kit/useWords';
import { Modal } from '@/frame/Modal';
import { formatNumber } from '@/words/format';
import type { DescribedImport } from './importApi';
import { useImportCalls } from './useImportCalls';
import { useReport } from './useImport';

interface UndoDialogProps {
  readonly job: DescribedImport;
  readonly reread: () => Promise<unknown>;
  readonly onClose: () => void;
}
/** Says what undoing an import means before it begins. */
export const UndoDialog = ({ job, reread, onClose }: UndoDialogProps) => {
  const { t, locale } = useWords();
  const { act } = useImportCalls();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const letters = useReport(job.import_jobid, `${job.status} ${job.finished_at ?? ''}`)?.letters.length ?? 0;
  const line = (key: string, count: number): readonly string[] =>
    count > 0 ? [t(`import_jobs.undo.${key}`, { count, number: formatNumber(count, locale) })] : [];
  const undo = async (): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await act(job.import_jobid, 'undo');
      await reread();
      onClose();
    } catch (error) {
      setRefusal(failureOf(error).message);
      setBusy(false);
    }
  };
  return (
    <Modal
      title={t('import_jobs.report.undo')}
      okText={t('import_jobs.undo.go')}
      okButtonProps={{ danger: true, 'aria-busy': isBusy }}
      cancelText={t('import_jobs.undo.stay')}
      isHeld={isBusy}
      onOk={() => void (isBusy || undo())}
      onClose={onClose}
    >
      <ul className="imp-consequences">
        {[
          ...line('new', job.totals.new),
          ...line('changed', job.totals.changed),
          t('import_jobs.undo.stays'),
          ...line('letters', letters),
        ].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {refusal ? (
        <p className="form-field-error" role="alert">
          {refusal}
        </p>
      ) : null}
    </Modal>
  );
};
