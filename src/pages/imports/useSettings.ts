import { useEffect, useRef, useState } from 'react';
import { failureOf } from '@/fields/kit/failureOf';
import { useWords } from '@/fields/kit/useWords';
import { refusalOf, type FormProblem } from '@/views/form/problems';
import type { DescribedImport, ImportSettings } from './importApi';
import { settingsOf } from './mappingDraft';
import { useImportCalls } from './useImportCalls';

type Some = Partial<ImportSettings>;
/** What was chosen while something else was being sent. */
const newer = (unsent: Some, sent: Some): Some => (unsent === sent ? {} : unsent);

/**
 * The choices of an import while a person makes them. Each is saved at once, one save after the other; what the server refuses stays on
 * screen with the reason and is sent again with the next choice.
 */
export const useSettings = (job: DescribedImport, reread: () => Promise<DescribedImport | undefined>) => {
  const words = useWords();
  const { save } = useImportCalls();
  const [draft, setDraft] = useState<ImportSettings | null>(null);
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [isSaving, setSaving] = useState(false);
  const known = useRef(job);
  const unsent = useRef<Some>({});
  const working = useRef<Promise<boolean> | null>(null);
  useEffect(() => {
    known.current = job;
  }, [job]);

  const sendAll = async (): Promise<boolean> => {
    while (Object.keys(unsent.current).length > 0) {
      const sent = unsent.current;
      try {
        await save(known.current.import_jobid, known.current.version, sent);
        unsent.current = newer(unsent.current, sent);
        known.current = (await reread()) ?? known.current;
        setProblems([]);
      } catch (error) {
        known.current = (await reread()) ?? known.current;
        if (unsent.current === sent) {
          setProblems(refusalOf(words, failureOf(error)));
          return false;
        }
      }
    }
    setDraft(null);
    return true;
  };
  const flush = (): Promise<boolean> => {
    if (!working.current) {
      setSaving(true);
      working.current = sendAll().finally(() => {
        working.current = null;
        setSaving(false);
      });
    }
    return working.current;
  };
  const settings = draft ?? settingsOf(job);
  return {
    settings,
    problems,
    isSaving,
    change: (values: Some): void => {
      setDraft({ ...settings, ...values });
      unsent.current = { ...unsent.current, ...values };
      void flush();
    },
    /** Waits for what is being saved; false when the server refused it. */
    settled: flush,
  };
};
