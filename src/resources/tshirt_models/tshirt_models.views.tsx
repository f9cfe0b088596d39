import { defineViews, type Parent } from '@/fields/kit/contracts';
import { ListView } from '@/views/list/ListView';
import { StockGrid } from './StockGrid';
import { tshirt_models } from './tshirt_models';

interface ListProps {
  readonly resource: typeof tshirt_models;
  readonly parent?: Parent;
}

/** In an event the stock by size is above the list of its shirts. */
const Shirts = ({ resource, parent }: ListProps) => (
  <>
    {parent ? <StockGrid resource={resource} parent={parent} /> : null}
    <ListView resource={resource} parent={parent} />
  </>
);

export default defineViews(tshirt_models, { list: Shirts });
