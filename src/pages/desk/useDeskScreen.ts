import { useState } from 'react';
import type { DeskPerson } from '@/domain/registration/desk';
import { beep } from '../scan/beep';
import type { Desk, DeskState } from './createDesk';
import { saveDesk, savedDesk } from './savedDesk';
import { askedOf, draftOf, type HandingDraft } from './handingDraft';
import { useDelivering } from './useDelivering';

const none: readonly DeskPerson[] = [];

/** What somebody at the desk is doing: searching, looking at a person, collecting a group. */
export const useDeskScreen = (eventid: number, desk: Desk, state: DeskState) => {
  const [deskid, setDeskid] = useState(() => savedDesk(eventid));
  const [text, setText] = useState('');
  const [emptied, setEmptied] = useState(0);
  const [chosen, setChosen] = useState<{ readonly id: number; readonly draft: HandingDraft } | null>(null);
  const [group, setGroup] = useState<readonly number[]>([]);
  const [groupName, setGroupName] = useState('');
  const delivering = useDelivering(desk);
  const { people } = desk;
  const person = chosen ? people.get(chosen.id) : undefined;
  const grouped = group.flatMap((id) => people.get(id) ?? none);
  const choose = (one: DeskPerson): void => {
    setText('');
    setEmptied((times) => times + 1);
    delivering.clear();
    delivering.forgetLast();
    setChosen({ id: one.inscriptionid, draft: draftOf(one) });
  };
  const close = (): void => setChosen(null);
  return {
    deskid,
    text: text.trim(),
    emptied,
    person,
    draft: chosen?.draft,
    found: text.trim() === '' || person ? null : people.find(text).people,
    grouped,
    groupName,
    setGroupName,
    delivering,
    choose,
    close,
    chooseDesk: (id: number | null): void => {
      setDeskid(id);
      saveDesk(eventid, id);
    },
    type: (typed: string): void => {
      setText(typed);
      if (typed.trim() !== '') close();
    },
    scan: (code: string): void => {
      const { exact, people: found } = people.find(code);
      const only = exact ?? (found.length === 1 ? found[0] : undefined);
      if (only) {
        if (only.kit_status === 'delivered') beep('attention');
        return choose(only);
      }
      if (found.length === 0) beep('refused');
      close();
      setText(code);
    },
    change: (draft: HandingDraft): void => setChosen((now) => now && { ...now, draft }),
    deliver: async (): Promise<void> => {
      if (!chosen || !person) return;
      if (await delivering.deliver([{ asked: askedOf(state.info, person, chosen.draft, deskid), before: person }])) close();
    },
    addToGroup: (): void => {
      if (person) setGroup([...group, person.inscriptionid]);
      close();
    },
    removeFromGroup: (id: number): void => setGroup(group.filter((each) => each !== id)),
    clearGroup: (): void => setGroup([]),
    deliverGroup: async (): Promise<void> => {
      const group_uuid = crypto.randomUUID();
      const orders = grouped.map((before, at) => ({
        before,
        asked: {
          ...askedOf(state.info, before, { ...draftOf(before), receiver_type: 'group', receiver_name: groupName }, deskid),
          group_uuid,
          ...(at === 0 && { client_uuid: group_uuid }),
        },
      }));
      await delivering.deliver(orders);
      setGroup(group.filter((id) => people.get(id)?.kit_status === 'pending'));
      close();
    },
  };
};
