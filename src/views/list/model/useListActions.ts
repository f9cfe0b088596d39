import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Action, AnyResource } from '@/schema';
import { offers } from '@/schema/project/access';
import { useGrants, useRegistry } from '../../../fields/kit/AppContext';
import type { ActionTarget, Parent } from '../../../fields/kit/contracts';
import { creationOf, pathTo, type Creation } from '../../../fields/kit/paths';
import { allowsRow } from '../../allowsRow';
import { importOf } from './importOf';
import { openActions } from './openActions';
import { nothing, rowsOf, targetOf, type Row } from './selection';
import type { ListQuestion } from './useListQuestion';
import type { Selecting } from './useSelection';

type Named = readonly (readonly [name: string, action: Action])[];
/** An action with an open dialog. */
export interface RunningAction {
  readonly name: string;
  readonly target: ActionTarget;
  /** The known records of a selection. */
  readonly rows?: readonly Row[];
  readonly isOfSelection?: boolean;
}
/** The workspace of a new record, and its known values. */
export interface Creates {
  readonly parent: Parent | undefined;
  readonly preset: Readonly<Record<string, unknown>>;
}
/** What a person may do with a list, and the running action. */
export interface ListActions {
  /** Actions on the list as a whole, and on the selection. */
  readonly ofList: Named;
  readonly ofSelection: Named;
  /** Where a new record is created; null for a person who may not. */
  readonly creation: Creation | null;
  /** Where files that fill the list are brought; null for a person who may not. */
  readonly bringing: Creation | null;
  readonly running: RunningAction | null;
  /** Opens the dialog of an action on the list, on the selection, or on one record. */
  readonly begin: (name: string, on: 'list' | 'selection' | number) => void;
  /** Closes it; a selection that was changed is cleared. */
  readonly end: (didChange: boolean) => void;
  /** Opens the form of a record that the person may edit. */
  readonly edit: (id: number) => void;
}
interface Acting {
  readonly resource: AnyResource;
  readonly parent: Parent | undefined;
  readonly isEmbedded: boolean;
  /** Null where the list belongs to a record that a new one could not name. */
  readonly creates: Creates | null | undefined;
  readonly begins: Creation | undefined;
  readonly question: ListQuestion;
  readonly selecting: Selecting;
  readonly rowOf: (id: number) => Row | undefined;
  readonly total: number;
}

/** Where a new record is made: the form of the resource, of the one that creates its rows, or what its own list says. */
const useCreation = ({ resource, parent, isEmbedded, creates, begins }: Acting): Creation | null => {
  const registry = useRegistry(),
    grants = useGrants();
  if (creates === null) return null;
  if (offers(grants, 'create', resource, registry)) return creationOf(resource, creates ? creates.parent : parent, creates?.preset);
  if (begins) return begins;
  const adding = resource.addedBy && !isEmbedded ? registry.get(resource.addedBy) : null;
  return adding && offers(grants, 'create', adding, registry) ? creationOf(adding) : null;
};

/** The actions of a list, and the running one. */
export const useListActions = (acting: Acting): ListActions => {
  const { resource, parent, isEmbedded, question, selecting, rowOf, total } = acting;
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
    bringing: isEmbedded ? null : importOf(grants, resource, parent),
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
