import { partOf, textIn } from '@/schema/unknown';
import type { Http } from './createHttp';

/** Asks for the address of the file of a report and lets the browser save it: piece by piece, going on where it broke off. Throws the refusal. */
export const saveReport = async (http: Pick<Http, 'json'>, host: string, report_jobid: number): Promise<void> => {
  const answer = await http.json(`${host}/v2/general/report_jobs/${report_jobid}/link`, { method: 'POST', body: {} });
  const link = document.createElement('a');
  link.href = `${host}${textIn(partOf(answer, 'url')) ?? ''}`;
  link.download = textIn(partOf(answer, 'name')) ?? '';
  link.click();
};
