import { failureOf } from '@/fields/kit/failureOf';
import { useList } from '@refinedev/core';
import { Button } from '@/frame/antd/Button';
import { useState } from 'react';
import { moved } from '@/fields/hasMany/useRowKeys';
import { fieldOf, actionOf } from '@/schema';
import { choiceKey } from '@/schema/project/i18n';
import { Modal } from '@/frame/Modal';
import { useRunAction } from '@/views/action/runAction';
import { useReread } from '@/views/action/useReread';
import { useRegistry } from '@/fields/kit/AppContext';
import type { ActionScreenProps } from '@/fields/kit/contracts';
import { refusalOf } from '@/views/form/problems';
import { DragRows, useDragRow } from '@/fields/kit/DragRows';
import { RowTools } from '@/fields/kit/RowTools';
import { useWords } from '@/fields/kit/useWords';
import { mostSponsors, type Sponsor } from './sponsors';
import '@/views/form/form.css';
import './sponsorOrder.css';

interface PlaceProps {
  readonly sponsor: Sponsor;
  readonly tier: string;
  readonly at: number;
  readonly count: number;
  readonly disabled: boolean;
  readonly onMove: (to: number) => void;
}
/** One sponsor in its place: dragged by its handle, moved by its buttons. */
const Place = ({ sponsor: { sponsorid, name, logo }, tier, at, count, disabled, onMove }: PlaceProps) => {
  const { box, handle } = useDragRow(sponsorid, at, disabled);
  return (
    <li {...box} className="sponsor-place" data-row={at}>
      {handle}
      <img src={logo} alt="" referrerPolicy="no-referrer" />
      <span>
        <b>{name}</b>
        <small>{tier}</small>
      </span>
      <span className="sponsor-tools">
        <RowTools at={at} count={count} disabled={disabled} onMove={onMove} />
      </span>
    </li>
  );
};

/** The sponsors of an event in a new order, and the way to save it. */
const useOrder = ({ parent, onClose }: ActionScreenProps) => {
  const words = useWords(),
    reread = useReread();
  const resource = useRegistry().get('sponsors');
  const { result, query } = useList<Sponsor>({
    resource: resource.name,
    dataProviderName: resource.service,
    filters: [{ field: parent.field, operator: 'eq', value: parent.id }],
    sorters: [{ field: 'sort', order: 'asc' }],
    pagination: { pageSize: mostSponsors },
    meta: { columns: ['name', 'logo', 'tier', 'sort'] },
    queryOptions: { staleTime: 0, gcTime: 0 },
  });
  const [placed, setPlaced] = useState<readonly number[] | null>(null);
  const [problem, setProblem] = useState('');
  const [isSaving, setSaving] = useState(false);
  const run = useRunAction({
    resource,
    name: 'order',
    action: actionOf(resource, 'order'),
    target: { ids: [] },
  });
  const byId = new Map(result.data.map((sponsor) => [sponsor.sponsorid, sponsor]));
  const keys = placed ?? [...byId.keys()];
  const rows = keys.flatMap((id) => byId.get(id) ?? []);
  const move = (from: number, to: number): void => setPlaced(moved(keys, from, to));
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await run({ eventid: parent.id, sponsors: keys.map((sponsorid) => ({ sponsorid })) }, false);
      reread();
      onClose(true);
    } catch (error) {
      setProblem(
        refusalOf(words, failureOf(error))
          .map(({ text }) => text)
          .join(' '),
      );
      setSaving(false);
    }
  };
  return { query, keys, rows, isMoved: placed !== null, move, isSaving, problem, save };
};

/** Sorts all sponsors of an event and saves the order at once, or says why not. */
export const SponsorOrder = ({ parent, onClose }: ActionScreenProps) => {
  const { t } = useWords();
  const resource = useRegistry().get('sponsors');
  const { query, keys, rows, isMoved, move, isSaving, problem, save } = useOrder({ parent, onClose });
  return (
    <Modal
      title={t('sponsors.actions.order')}
      width={560}
      onClose={() => onClose(false)}
      footer={[
        <Button key="cancel" disabled={isSaving} onClick={() => onClose(false)}>
          {t('action.cancel')}
        </Button>,
        <Button key="save" type="primary" disabled={!isMoved} aria-busy={isSaving} onClick={() => void save()}>
          {t('form.save')}
        </Button>,
      ]}
    >
      <p>{t(query.isSuccess && rows.length === 0 ? 'sponsors.ordering.none' : 'sponsors.ordering.lead')}</p>
      {problem ? (
        <div className="form-summary" role="alert">
          {problem}
        </div>
      ) : null}
      {query.error ? (
        <div className="form-summary" role="alert">
          {query.error.message}
        </div>
      ) : null}
      <DragRows keys={keys} onMove={move}>
        <ol className="sponsor-order">
          {rows.map((sponsor, at) => (
            <Place
              key={sponsor.sponsorid}
              sponsor={sponsor}
              tier={t(choiceKey('sponsors', 'tier', fieldOf(resource, 'tier'), sponsor.tier))}
              at={at}
              count={rows.length}
              disabled={isSaving}
              onMove={(to) => move(at, to)}
            />
          ))}
        </ol>
      </DragRows>
    </Modal>
  );
};
