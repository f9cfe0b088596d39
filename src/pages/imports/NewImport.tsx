import { useOne } from '@refinedev/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { failureOf } from '@/fields/kit/failureOf';
import { FieldControl } from '@/fields/kit/FieldControl';
import { useRegistry } from '@/fields/kit/AppContext';
import { pathTo } from '@/fields/kit/paths';
import { recordTitle } from '@/fields/kit/recordTitle';
import { useWords } from '@/fields/kit/useWords';
import { toast } from '@/providers/notification/toaster';
import { fieldOf, joinName } from '@/schema';
import { refusalOf, type FormProblem } from '@/views/form/problems';
import { pastedIn, type PastedFile } from '@/views/list/paste/PastedFile';
import { RecordSkeleton } from '@/views/states/RecordSkeleton';
import { FileDrop } from './FileDrop';
import type { OfferedImport } from './importApi';
import { StepNav } from './StepNav';
import { useImportCalls, useImportFile, type NewFile } from './useImportCalls';
import { useCatalogue } from './useImport';

const asId = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

interface KindProps {
  readonly items: readonly OfferedImport[];
  readonly value: string;
  readonly onChange: (type: string) => void;
}
/** What the file contains. */
const Kind = ({ items, value, onChange }: KindProps) => {
  const { t } = useWords();
  const id = useId();
  return (
    <div className="form-field">
      <label className="form-label" htmlFor={id}>
        {t('import_jobs.file.kind')}
      </label>
      <select id={id} className="asd-field" value={value} onChange={(event) => onChange(event.target.value)}>
        {items.map(({ type, label }) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
};

interface EventProps {
  readonly value: number | null;
  readonly isRequired: boolean;
  readonly problems: readonly string[];
  readonly onChange: (eventid: number | null) => void;
}
/** The event that the rows belong to. */
const OfEvent = ({ value, isRequired, problems, onChange }: EventProps) => {
  const words = useWords();
  const { t } = words;
  const id = useId();
  const registry = useRegistry();
  const events = registry.get('events');
  const field = fieldOf(registry.get('import_jobs'), 'eventid');
  const { result } = useOne({
    resource: events.name,
    dataProviderName: events.service,
    id: value ?? 0,
    errorNotification: false,
    queryOptions: { enabled: value !== null, retry: false },
  });
  const draft =
    result && value !== null ? { [joinName('eventid')]: { [events.key]: value, title: recordTitle(events, result, words) } } : {};
  return (
    <div className="form-field" data-invalid={problems.length > 0 || undefined}>
      <label className="form-label" id={`${id}-label`} htmlFor={id}>
        {t('import_jobs.fields.eventid')}
        {isRequired ? <span className="form-required"> *</span> : null}
      </label>
      <FieldControl
        id={id}
        field={field}
        place={{ resource: 'import_jobs', name: 'eventid' }}
        draft={draft}
        value={value}
        invalid={problems.length > 0}
        describedBy={problems.length > 0 ? `${id}-error` : undefined}
        onChange={(next: unknown) => onChange(typeof next === 'number' ? next : null)}
      />
      {problems.length > 0 ? (
        <div className="form-field-error" id={`${id}-error`} role="alert">
          {problems.join(' ')}
        </div>
      ) : null}
    </div>
  );
};

/** A file to fill in, with the columns of a kind. */
const Template = ({ type }: { readonly type: string }) => {
  const { t } = useWords();
  const save = useImportFile();
  const name = `${t(`import_jobs.choices.type.${type}`)}.csv`;
  return (
    <p className="imp-template">
      {t('import_jobs.file.templateLead')}{' '}
      <button
        type="button"
        className="form-link"
        onClick={() => void save(`/types/${type}/template.csv`, name).catch(() => toast('error', t('import_jobs.downloadFailed')))}
      >
        {t('import_jobs.file.template')}
      </button>
    </p>
  );
};

/** Sends a chosen file and opens its import. */
const useBringing = (what: NewFile, within: boolean) => {
  const { eventid } = what;
  const words = useWords();
  const registry = useRegistry();
  const navigate = useNavigate();
  const { create, save, act } = useImportCalls();
  const [name, setName] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const bring = async (file: File, pasted: PastedFile | null = null): Promise<void> => {
    setName(file.name);
    setBusy(true);
    setProblems([]);
    try {
      const { import_jobid: id, version, mapping } = await create(file, { ...what, ...(pasted && { mode: 'update' }) });
      if (pasted && mapping) {
        await save(id, version, { match_key: pasted.match_key, mapping: { ...mapping, columns: [...pasted.columns] } });
        await act(id, 'rehearse');
      }
      const parent = within && eventid !== null ? { resource: 'events', field: 'eventid', id: eventid } : undefined;
      await navigate(pathTo(registry.get('import_jobs'), 'show', { id, parent }), { replace: pasted !== null });
    } catch (error) {
      setProblems(refusalOf(words, failureOf(error)));
    }
    setBusy(false);
  };
  return { name, isBusy, problems, bring };
};

const Bringing = ({ items }: { readonly items: readonly OfferedImport[] }) => {
  const { t } = useWords();
  const id = useId();
  const [asked, ask] = useSearchParams();
  const offered = items.find(({ type }) => type === asked.get('type')) ?? items[0];
  const eventid = asId(asked.get('eventid'));
  const type = offered?.type ?? '';
  const isLive = offered?.live === true && asked.get('live') === 'true';
  const { name, isBusy, problems, bring } = useBringing({ type, eventid, live: isLive }, asked.get('within') === 'event');
  const pasted = pastedIn(useLocation().state);
  const began = useRef(false);
  useEffect(() => {
    if (!pasted || began.current) return;
    began.current = true;
    void bring(new File([pasted.text], `${t('list.paste.file')}.tsv`, { type: 'text/tab-separated-values' }), pasted);
  });
  const set = (values: Readonly<Record<string, string | null>>): void =>
    ask(
      (before) => {
        for (const [key, value] of Object.entries(values))
          if (value === null) before.delete(key);
          else before.set(key, value);
        return before;
      },
      { replace: true },
    );
  const ofEvent = problems.filter(({ path }) => path === 'eventid').map(({ text }) => text);
  return (
    <>
      <div className="imp-what">
        <Kind items={items} value={type} onChange={(next) => set({ type: next })} />
        {offered?.needs_event || eventid !== null ? (
          <OfEvent
            value={eventid}
            isRequired={offered?.needs_event ?? false}
            problems={ofEvent}
            onChange={(next) => set({ eventid: next === null ? null : String(next) })}
          />
        ) : null}
      </div>
      {offered?.live ? (
        <label className="imp-check">
          <input type="checkbox" checked={isLive} onChange={({ target }) => set({ live: target.checked ? 'true' : null })} />
          <span>{t('import_jobs.file.live')}</span>
          <small>{t('import_jobs.file.liveHelp')}</small>
        </label>
      ) : null}
      <FileDrop
        id={id}
        isBusy={isBusy}
        name={name}
        refusal={problems.filter(({ path }) => path !== 'eventid').map(({ text }) => text)}
        onFile={(file) => void bring(file)}
      />
      <Template type={type} />
    </>
  );
};

/** The first step of an import: what the file contains, and the file. */
export const NewImport = () => {
  const { t } = useWords();
  const { items, error, retry } = useCatalogue();
  return (
    <article className="imp" aria-labelledby="imp-title">
      <header className="imp-head">
        <h1 id="imp-title">{t('import_jobs.titles.create')}</h1>
      </header>
      <StepNav at="file" open={[]} onOpen={() => undefined} />
      {error ? (
        <div className="form-summary" role="alert">
          {error.message}{' '}
          <button type="button" className="form-link" onClick={retry}>
            {t('import_jobs.again')}
          </button>
        </div>
      ) : null}
      {items?.length === 0 ? <p>{t('import_jobs.file.nothing')}</p> : null}
      {items && items.length > 0 ? <Bringing items={items} /> : null}
      {!items && !error ? <RecordSkeleton /> : null}
    </article>
  );
};
