import { useCustomMutation, type BaseRecord, type HttpError } from '@refinedev/core';
import { useContext } from 'react';
import { saveAnswer } from '@/frame/saveAnswer';
import { ServicesContext } from '@/providers/ServicesContext';
import {
  importAddress,
  importJobAddress,
  importsAddress,
  type DescribedImport,
  type ImportSettings,
  type ImportTotals,
  type RowCorrection,
  type ShownRow,
} from './importApi';

interface CorrectedRow extends BaseRecord {
  readonly row: ShownRow;
  readonly totals: ImportTotals;
}
/** What a new file is for. */
export interface NewFile {
  readonly type: string;
  readonly eventid: number | null;
  /** Whether it is run as soon as it was checked. */
  readonly live: boolean;
  /** What is done with its rows; as the kind of file does first when absent. */
  readonly mode?: ImportSettings['mode'];
}
const quiet = { dataProviderName: 'inscription', successNotification: false, errorNotification: false } as const;

/** What the screen of imports asks of the server; everything throws refine's `HttpError`. */
export const useImportCalls = () => {
  const { mutateAsync: bring } = useCustomMutation<DescribedImport, HttpError, FormData>();
  const { mutateAsync: send } = useCustomMutation<BaseRecord, HttpError, object>();
  const { mutateAsync: sendRow } = useCustomMutation<CorrectedRow, HttpError, object>();
  const upload = async (url: string, file: File, values?: object): Promise<DescribedImport> => {
    const body = new FormData();
    if (values) body.append('data', JSON.stringify(values));
    body.append('file', file);
    return (await bring({ url, method: 'post', values: body, ...quiet })).data;
  };
  return {
    create: (file: File, { type, eventid, live, mode }: NewFile): Promise<DescribedImport> =>
      upload(importsAddress, file, { type, ...(eventid !== null && { eventid }), ...(live && { live }), ...(mode && { mode }) }),
    uploadCorrection: (id: number, file: File): Promise<DescribedImport> => upload(`${importAddress(id)}/correction`, file),
    save: async (id: number, version: number, settings: Partial<ImportSettings>): Promise<void> => {
      await send({ url: importJobAddress(id), method: 'patch', values: { version, ...settings }, ...quiet });
    },
    act: async (id: number, action: string, input?: object): Promise<void> => {
      await send({ url: importJobAddress(id, action), method: 'post', values: { ...(input && { input }) }, ...quiet });
    },
    correct: async (id: number, row_no: number, correction: RowCorrection): Promise<CorrectedRow> =>
      (await sendRow({ url: `${importAddress(id)}/rows/${row_no}`, method: 'patch', values: correction, ...quiet })).data,
  };
};

/** Saves a file of an import. */
export const useImportFile = (): ((path: string, name: string) => Promise<void>) => {
  const services = useContext(ServicesContext);
  return async (path, name) => {
    if (services) await saveAnswer(services.http, `${services.config.host}${importsAddress}${path}`, name);
  };
};
