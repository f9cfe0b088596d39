import { useContext, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { reportFormats } from '@/domain/lists';
import { allOf, type Filter } from '@/schema';
import { can } from '@/schema/project/access';
import { failureOf } from '@/fields/kit/failureOf';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { pathTo } from '@/fields/kit/paths';
import { readBody } from '@/providers/http/createHttp';
import { ServicesContext } from '@/providers/ServicesContext';
import { formatNumber } from '@/words/format';
import { useWords } from '../../../fields/kit/useWords';
import { saveBlob } from '../../../frame/saveFile';
import type { ListQuestion } from '../model/useListQuestion';
import { KeepTemplate } from './KeepTemplate';

export type DownloadFormat = (typeof reportFormats)[number];
/** What the server is asked for: the columns on screen, the filter, the search and the order. */
export interface DownloadRequest {
  readonly columns: readonly string[];
  readonly filter: unknown;
  readonly search: string | null;
  readonly sort: readonly string[];
  /** The files of its rows, packed together. */
  readonly archive?: string;
}
type Stage =
  | { readonly at: 'ready' }
  | { readonly at: 'waiting' }
  | { readonly at: 'saved'; readonly name: string }
  | { readonly at: 'later' }
  | { readonly at: 'failed'; readonly why: string };

/** What the question of a list is as a request for a file. */
export const requestOf = ({ columns, filter, state, sort }: ListQuestion): DownloadRequest => ({
  columns: columns.map(({ name }) => name),
  filter,
  search: state.q || null,
  sort: sort.map(({ name, order }) => (order === 'desc' ? `-${name}` : name)),
});

const nameIn = (response: Response): string => {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return name === undefined ? 'download' : decodeURIComponent(name);
};

const useDownload = ({ plan: { resource } }: ListQuestion) => {
  const services = useContext(ServicesContext);
  const [stage, setStage] = useState<Stage>({ at: 'ready' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (request: DownloadRequest, format: DownloadFormat): Promise<void> => {
    if (!services) return;
    const { http, config } = services;
    const control = new AbortController();
    running.current = control;
    setStage({ at: 'waiting' });
    try {
      const response = await http.fetch(`${config.host}/v2/${resource.service}/${resource.name}/download`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...request, format }),
        signal: control.signal,
      });
      if (!response.ok) throw http.toError({ status: response.status, body: await readBody(response) });
      if (response.status === 202) return setStage({ at: 'later' });
      const name = nameIn(response);
      const contents = await response.blob();
      control.signal.throwIfAborted();
      saveBlob(name, contents);
      setStage({ at: 'saved', name });
    } catch (error) {
      setStage(control.signal.aborted ? { at: 'ready' } : { at: 'failed', why: failureOf(error).message });
    }
  };
  return { stage, start, cancel: () => running.current?.abort() };
};

/** A format, or the files of the rows in one ZIP file. */
type Choice = DownloadFormat | 'zip';
const everything: readonly number[] = [];
interface DownloadPanelProps {
  readonly question: ListQuestion;
  /** Null while nobody knows it. */
  readonly total: number | null;
  /** The selected records; none where everything that matches is meant. */
  readonly chosen?: readonly number[];
}
/** Only the selected rows of what a list shows. */
const onlyOf = (request: DownloadRequest, filter: Filter | null, key: string, ids: readonly number[]): DownloadRequest => ({
  ...request,
  filter: allOf(filter, { field: key, op: 'in', value: [...ids] }),
});
/** A file of exactly what the view shows: its columns, filter, order and words. A short list comes at once, a long one is made by the server. */
export default function DownloadPanel({ question, total, chosen = everything }: DownloadPanelProps) {
  const { t, locale } = useWords();
  const registry = useRegistry();
  const grants = useGrants();
  const center = registry.find('report_jobs');
  const { resource } = question.plan;
  const packed = resource.list.archive === undefined ? undefined : registry.find(resource.list.archive);
  const choices: readonly Choice[] = packed && can(grants, 'list', packed) ? [...reportFormats, 'zip'] : reportFormats;
  const [choice, setChoice] = useState<Choice>('xlsx');
  const [isOnlyChosen, setOnlyChosen] = useState(true);
  const format = choice === 'zip' ? 'csv' : choice;
  const { stage, start, cancel } = useDownload(question);
  const number = (value: number): string => formatNumber(value, locale);
  const isPart = chosen.length > 0 && isOnlyChosen;
  const request = isPart ? onlyOf(requestOf(question), question.filter, resource.key, chosen) : requestOf(question);
  const sent = choice === 'zip' && packed ? { ...request, archive: packed.name } : request;
  return (
    <div className="list-export">
      <strong>{t('list.export.title')}</strong>
      <p>
        {t(isPart || total !== null ? 'list.export.what' : 'list.export.all', {
          rows: number(isPart ? chosen.length : (total ?? 0)),
          columns: number(request.columns.length),
        })}
      </p>
      <fieldset className="list-export-formats">
        <legend>{t('list.export.format')}</legend>
        {choices.map((each) => (
          <label key={each}>
            <input type="radio" name="download-format" value={each} checked={choice === each} onChange={() => setChoice(each)} />
            {each === 'zip' && packed ? t(`${packed.name}.archive.name`) : t(`list.export.formats.${each}`)}
          </label>
        ))}
      </fieldset>
      {chosen.length > 0 ? (
        <label>
          <input type="checkbox" checked={isOnlyChosen} onChange={({ target }) => setOnlyChosen(target.checked)} />
          {t('list.export.chosen', { count: chosen.length, number: number(chosen.length) })}
        </label>
      ) : null}
      <div role="status">
        {stage.at === 'waiting' ? t('list.export.reading') : null}
        {stage.at === 'saved' ? t('list.export.done', { name: stage.name }) : null}
        {stage.at === 'later' ? (
          <>
            {choice === 'zip' ? null : `${t('list.export.later')} `}
            {t('list.export.asked')} {center ? <Link to={pathTo(center, 'list')}>{t('list.export.center')}</Link> : t('list.export.center')}
            .
          </>
        ) : null}
        {stage.at === 'failed' ? <span className="list-export-failed">{t('list.export.failed', { why: stage.why })}</span> : null}
      </div>
      {stage.at === 'waiting' ? (
        <button type="button" className="asd-button" onClick={cancel}>
          {t('list.export.cancel')}
        </button>
      ) : (
        <button type="button" className="asd-button" data-primary="" onClick={() => void start(sent, format)}>
          {t('list.export.start')}
        </button>
      )}
      {choice === 'zip' ? null : <KeepTemplate resource={resource} request={request} format={format} />}
    </div>
  );
}
