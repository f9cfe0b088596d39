import { useCustom, type BaseRecord } from '@refinedev/core';
import type { DeskPerson } from '@/domain/registration/desk';
import { can } from '@/schema/project/access';
import { numbersIn, partOf } from '@/schema/unknown';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import { useWords } from '@/fields/kit/useWords';
import { readCode } from '../scan/readCode';
import { deliveryAction } from './deskApi';
import type { LocalPeople } from './localPeople';
import { PeopleList } from './PeopleList';

/** The CURP that a text is, if it is one. */
export const curpIn = (text: string): string | undefined => readCode(text).find(({ kind }) => kind === 'curp')?.value;

interface CurpSearchProps {
  readonly eventid: number;
  readonly curp: string;
  readonly people: Pick<LocalPeople, 'get'>;
  readonly distanceOf: (distanceid: number) => string;
  readonly onChoose: (person: DeskPerson) => void;
}
/** Finds a registration by the CURP of its athlete. No device keeps any CURP, so the server is asked, and who may not read them is refused. */
export const CurpSearch = ({ eventid, curp, people, distanceOf, onChoose }: CurpSearchProps) => {
  const { t } = useWords();
  const isOpen = can(useGrants(), 'find_curp', useRegistry().get('kit_deliveries'));
  const { query } = useCustom<BaseRecord>({
    url: deliveryAction('find_curp'),
    method: 'post',
    config: { payload: { input: { eventid, curp } } },
    dataProviderName: 'kits',
    errorNotification: false,
    queryOptions: { enabled: isOpen, retry: false, staleTime: 0, gcTime: 0, queryKey: ['desk', 'curp', eventid, curp] },
  });
  if (!isOpen || query.error?.statusCode === 403) return <p className="desk-hint">{t('desk.curp.closed')}</p>;
  if (query.isError) return <p className="desk-hint">{t('desk.curp.failed')}</p>;
  if (!query.data) return <p className="desk-hint" aria-busy="true" />;
  const found = numbersIn(partOf(query.data.data['result'], 'inscriptionids')).flatMap((id) => people.get(id) ?? []);
  return found.length === 0 ? (
    <p className="desk-hint" role="status">
      {t('desk.none', { text: curp })}
    </p>
  ) : (
    <PeopleList people={found} distanceOf={distanceOf} onChoose={onChoose} />
  );
};
