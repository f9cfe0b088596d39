import { useState } from 'react';
import type { DeskPerson } from '@/domain/registration/desk';
import { beep } from '../scan/beep';
import type { Desk, DeskState } from './createDesk';
import { saveDesk, savedDesk } from './savedDesk';
import { askedOf, draftOf, type HandingDraft } from './handingDraft';
import { useDelivering } from './useDelivering';
import { useGroup } from './useGroup';

/** What somebody at the desk is doing: searching, looking at a person, collecting a group. */
export const useDeskScreen = (eventid: number, desk: Desk, state: DeskState) => {
  const [deskid, setDeskid] = useState(() => savedDesk(eventid));
  const [text, setText] = useState('');
  const [emptied, setEmptied] = useState(0);
  const [chosen, setChosen] = useState<{ readonly id: number; readonly draft: HandingDraft } | null>(null);
  const [awaitsBib, setAwaitsBib] = useState(false);
  const delivering = useDelivering(desk);
  const { people } = desk;
  const person = chosen ? people.get(chosen.id) : undefined;
  const group = useGroup(desk, state);
  const choose = (one: DeskPerson): void => {
    setText('');
    setEmptied((times) => times + 1);
    delivering.clear();
    delivering.forgetLast();
    setAwaitsBib(false);
    setChosen({ id: one.inscriptionid, draft: draftOf(one) });
  };
  const close = (): void => {
    setAwaitsBib(false);
    setChosen(null);
  };
  return {
    deskid,
    text: text.trim(),
    emptied,
    person,
    draft: chosen?.draft,
    found: text.trim() === '' || person ? null : people.find(text).people,
    group,
    delivering,
    choose,
    close,
    chooseDesk: (id: number | null): void => {
      setDeskid(id);
      saveDesk(eventid, id);
    },
    type: (typed: string): void => {
      setText(typed);
      if (typed.trim() !== '' && !awaitsBib) close();
    },
    awaitsBib,
    /** The next code that is read is the bib that this person gets. */
    awaitBib: (): void => setAwaitsBib(!awaitsBib),
    scan: (code: string): void => {
      if (awaitsBib && chosen) {
        setAwaitsBib(false);
        return setChosen({ ...chosen, draft: { ...chosen.draft, number: code } });
      }
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
      const done = await delivering.deliver([{ asked: askedOf(state.info, person, chosen.draft, deskid), before: person }]);
      if (done.length > 0) close();
    },
    addToGroup: (): void => {
      if (person) group.add([person]);
      delivering.clear(); // what was wrong with one of them says nothing about the group
      close();
    },
    deliverGroup: async (): Promise<void> => {
      await group.deliver(delivering, deskid);
      close();
    },
  };
};
