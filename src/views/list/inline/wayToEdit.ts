import { fieldOf, isWritable, type AnyResource, type Grants } from '@/schema';
import { canWrite } from '@/schema/project/access';
import { allowsRow } from '../../allowsRow';
import { offersOn, type Offer } from '../../offersOn';

type Row = Readonly<Record<string, unknown>>;
/** How one value of a record is changed in place: by an action that asks for it and can be taken back, or by editing the record. */
export type WayToEdit = { readonly by: 'action'; readonly offer: Offer } | { readonly by: 'edit' };

const isInForm = ({ form }: AnyResource, name: string): boolean => Object.values(form).flat().includes(name);

/** The way in which this person may change a value in place; undefined when there is none. */
export const wayToEdit = (grants: Grants, resource: AnyResource, row: Row, name: string): WayToEdit | undefined => {
  if (!resource.all[name]) return undefined;
  const offer = offersOn(grants, resource, row).possible.find(({ action }) => action.undo === 'again' && action.input?.[name]);
  if (offer) return { by: 'action', offer };
  const field = fieldOf(resource, name);
  const isPlain = isInForm(resource, name) && isWritable(field) && !field.embeds && field.column !== 'jsonb' && !field.options.createOnly;
  return isPlain && canWrite(grants, field) && allowsRow(grants, 'edit', resource, row) ? { by: 'edit' } : undefined;
};
