import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Action, AnyResource } from '@/schema';
import { offers } from '@/schema/project/access';
import { useGrants, useRegistry } from '../../../fields/kit/AppContext';
import type { ActionTarget, Parent } from '../../../fields/kit/contracts';
import { creationOf, pathTo, type Creation } from '../../../fields/kit/paths';
import { allowsRow } from '../../allowsRow';
import { openActions } from './openActions';
import { nothing, rowsOf, targetOf, type Row } from './selection';
import type { ListQuestion } from './useListQuestion';
import type { Selecting } from './useSelection';

type Named = readonly (readonly [name: string, action: Action])[];
/** An action whose dialog is open. */
export interface RunningAction {
  readonly name: string;
  readonly target: ActionTarget;
  /** The records of a selection that are known here. */
  readonly rows?: readonly Row[];
  readonly isOfSelection?: boolean;
}
/** In which workspace a new record is made, and what is known of it. */
export interface Creates {
  readonly parent: Parent | undefined;
  readonly preset: Readonly<Record<string, unknown>>;
}
/** What a person may do with a list, and what is being done. */
export interface ListActions {
  /** Actions on the list as a whole, and on what is selected. */
  readonly ofList: Named;
  readonly ofSelection: Named;
  /** Where a new record is made; null for a person who may not. */
  readonly creation: Creation | null;
  readonly running: RunningAction | null;
  /** Opens the dialog of an action on the list, on what is selected, or on one record. */
  readonly begin: (name: string, on: 'list' | 'selection' | number) => void;
  /** Closes it; a selection that was changed is done with. */
  readonly end: (didChange: boolean) => void;
  /** Goes to the form of a record that the person may edit. */
  readonly edit: (id: number) => void;
}
interface Acting {
  readonly resource: AnyResource;
  readonly parent: Parent | undefined;
  readonly isEmbedded: boolean;
  readonly creates: Creates | undefined;
  readonly question: ListQuestion;
  readonly selecting: Selecting;
  readonly rowOf: (id: number) => Row | undefined;
  readonly total: number;
}

/** Where the screen leads that makes a new record here: the form of the resource, or of the one that adds to it. */
const useCreation = ({ resource, parent, isEmbedded, creates }: Acting): Creation | null => {
  const registry = useRegistry(),
    grants = useGrants();
  if (offers(grants, 'create', resource, registry)) return creationOf(resource, creates ? creates.parent : parent, creates?.preset);
  const adding = resource.addedBy && !isEmbedded ? registry.get(resource.addedBy) : null;
  return adding && offers(grants, 'create', adding, registry) ? creationOf(adding) : null;
};

/** Knows the actions of a list and keeps the one that runs. */
export const useListActions = (acting: Acting): ListActions => {
  const { resource, parent, question, selecting, rowOf, total } = acting;
  const grants = useGrants(),
    navigate = useNavigate();
  const [running, setRunning] = useState<RunningAction | null>(null);
  const creation = useCreation(acting);
  const ofSelection = useMemo(() => openActions(grants, resource, 'rows'), [grants, resource]);
  const ofList = useMemo(() => openActions(grants, resource, 'list'), [grants, resource]);
  const { selection, select } = selecting;
  return {
    ofList,
    ofSelection,
    creation,
    running,
    begin: (name, on) =>
      setRunning(
        on === 'selection'
          ? {
              name,
              target: targetOf(selection, question.filter, question.state.q, total),
              rows: rowsOf(selection),
              isOfSelection: true,
            }
          : { name, target: { ids: on === 'list' ? [] : [on] } },
      ),
    end: (didChange) => {
      setRunning(null);
      if (didChange && running?.isOfSelection) select(nothing);
    },
    edit: (id) => {
      const row = rowOf(id);
      if (row && allowsRow(grants, 'edit', resource, row)) void navigate(pathTo(resource, 'edit', { id, parent }));
    },
  };
};
