import { useState } from 'react';
import type { DeskPerson } from '@/domain/registration/desk';
import { clubmatesOf } from './clubmates';
import type { Desk, DeskState } from './createDesk';
import { askedOf, draftOf } from './handingDraft';
import type { useDelivering } from './useDelivering';

const none: readonly DeskPerson[] = [];

/** People whose kits one person picks up in one go. */
export const useGroup = ({ people }: Desk, { info }: DeskState) => {
  const [group, setGroup] = useState<readonly number[]>([]);
  const [name, setName] = useState('');
  const grouped = group.flatMap((id) => people.get(id) ?? none);
  return {
    people: grouped,
    clubmates: clubmatesOf(people, grouped),
    name,
    setName,
    has: ({ inscriptionid }: DeskPerson): boolean => group.includes(inscriptionid),
    add: (some: readonly DeskPerson[]): void => setGroup([...group, ...some.map(({ inscriptionid }) => inscriptionid)]),
    remove: (id: number): void => setGroup(group.filter((each) => each !== id)),
    clear: (): void => setGroup([]),
    /** Those before a refusal leave the group; the others stay in it. */
    deliver: async ({ deliver }: ReturnType<typeof useDelivering>, deskid: number | null): Promise<void> => {
      const group_uuid = crypto.randomUUID();
      const orders = grouped.map((before, at) => ({
        before,
        asked: {
          ...askedOf(info, before, { ...draftOf(before), receiver_type: 'group', receiver_name: name }, deskid),
          group_uuid,
          ...(at === 0 && { client_uuid: group_uuid }),
        },
      }));
      const done = await deliver(orders);
      const gone = new Set(orders.slice(0, done.length).map(({ before }) => before.inscriptionid));
      setGroup(group.filter((id) => !gone.has(id)));
    },
  };
};
