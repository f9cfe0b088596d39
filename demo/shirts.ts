import type { Size } from '@/domain/registration/sizes';
import { day, iso, type Calendar } from './calendar';
import type { InscriptionRow } from './inscriptions';
import type { Row } from './insertRows';
import type { EventPlan, TableRows } from './plans';

const printed: readonly Size[] = ['XS', 'S', 'M', 'L', 'XL', '2XL'];
const womens = printed.slice(0, -1),
  mens = printed.slice(1);
const spare = 1.15,
  box = 10,
  few = 4,
  firstShipment = 0.6,
  deliveryDays = 12,
  low = 15;

interface Model {
  readonly tshirt_modelid: number;
  readonly name: string;
  readonly branch: string;
  readonly color: string;
  readonly sizes: readonly Size[];
}
interface Shelf {
  readonly tshirt_stockid: number;
  readonly model: Model;
  readonly size: Size;
  promised: number;
  handed: number;
}

/** Large events have a separate cut for women; a virtual one gives no shirt. */
const modelsOf = ({ givesShirts, isStar }: EventPlan, next: number): readonly Model[] => {
  if (!givesShirts) return [];
  if (!isStar) return [{ tshirt_modelid: next, name: 'Playera oficial', branch: 'unisex', color: '#1f5fa8', sizes: printed }];
  return [
    { tshirt_modelid: next, name: 'Playera femenil', branch: 'F', color: '#f0705a', sizes: womens },
    { tshirt_modelid: next + 1, name: 'Playera varonil', branch: 'M', color: '#1f5fa8', sizes: mens },
  ];
};

/**
 * The shirts of one event: the order covers every promise, and the ledger adds up to it.
 *
 * A shirt that is still promised has its own movement, so that it can be released; handed-out shirts are one movement for each size.
 */
export const createShirts = (event: EventPlan, numbers: { model: number; stock: number }, { now }: Calendar) => {
  const { eventid, organizationid, openAt, startAt } = event;
  const models = modelsOf(event, numbers.model + 1);
  numbers.model += models.length;
  const shelves: readonly Shelf[] = models.flatMap((model) =>
    model.sizes.map((size) => ({ tshirt_stockid: (numbers.stock += 1), model, size, promised: 0, handed: 0 })),
  );
  const promises: Row[] = [];
  const movement = ({ tshirt_stockid }: Shelf, type: string, qty: number, created: string, more: Row = {}): Row => ({
    organizationid,
    tshirt_stockid,
    type,
    qty,
    received_change: 0,
    reserved_change: 0,
    delivered_change: 0,
    inscriptionid: null,
    reason: null,
    ...more,
    created,
  });
  const find = (modelid: unknown, size: unknown): Shelf | undefined =>
    shelves.find(({ model, size: of }) => model.tshirt_modelid === modelid && of === size);
  /** The model for a person of this branch, if it exists in the size. */
  const modelFor = (gender: string, size: string): number | null => {
    const model = models.find(({ branch }) => branch === 'unisex' || branch === (gender === 'F' ? 'F' : 'M'));
    return model?.sizes.some((each) => each === size) ? model.tshirt_modelid : null;
  };
  /** Promises the shirt of an inscription with a seat; `before` is the size that it was exchanged for. */
  const promise = (
    { inscriptionid, tshirt_modelid, tshirt_size, kit_status, created, updated }: InscriptionRow,
    before: string | null,
  ): void => {
    const shelf = find(tshirt_modelid, tshirt_size);
    if (!shelf) return;
    if (kit_status === 'delivered' || kit_status === 'partial') {
      shelf.handed += 1;
      return;
    }
    shelf.promised += 1;
    const own = (of: Shelf, type: string, reserved_change: 1 | -1, at: string): Row =>
      movement(of, type, 1, at, { reserved_change, inscriptionid });
    const old = before === null ? undefined : find(tshirt_modelid, before);
    promises.push(
      ...(old
        ? [own(old, 'reserve', 1, created), own(old, 'swap_out', -1, updated), own(shelf, 'swap_in', 1, updated)]
        : [own(shelf, 'reserve', 1, created)]),
    );
  };
  /** The largest size is always nearly sold out. */
  const orderedOf = ({ promised, handed, size, model }: Shelf): number =>
    size === model.sizes.at(-1) ? promised + handed + few : Math.ceil(((promised + handed) * spare) / box) * box + box;
  const received = (shelf: Shelf): readonly Row[] => {
    const whole = orderedOf(shelf),
      first = Math.ceil(whole * firstShipment);
    return [first, whole - first].map((qty, at) =>
      movement(shelf, 'receive', qty, iso(Math.min(now, openAt + at * deliveryDays * day)), {
        received_change: qty,
        reason: `Entrega ${at + 1}`,
      }),
    );
  };
  const handedOut = (shelf: Shelf): readonly Row[] => {
    const { handed } = shelf,
      at = Math.min(now, startAt);
    return handed === 0
      ? []
      : [
          movement(shelf, 'reserve', handed, iso(Math.min(now, event.closeAt)), { reserved_change: handed }),
          movement(shelf, 'deliver', handed, iso(at), { reserved_change: -handed, delivered_change: handed }),
        ];
  };
  /** Shirts, sizes and the ledger, in order of time. */
  const tables = (): readonly TableRows[] => {
    const created = iso(Math.min(now, openAt) - 20 * day);
    const stamps = { created, updated: created };
    return [
      {
        table: 'tshirt_models',
        rows: models.map(({ tshirt_modelid, name, branch, color }) => ({
          tshirt_modelid,
          organizationid,
          eventid,
          name,
          branch,
          distanceids: null,
          color,
          active: true,
          ...stamps,
        })),
      },
      {
        table: 'tshirt_stock',
        rows: shelves.map((shelf) => ({
          tshirt_stockid: shelf.tshirt_stockid,
          organizationid,
          tshirt_modelid: shelf.model.tshirt_modelid,
          size: shelf.size,
          ordered: orderedOf(shelf),
          low_stock_at: low,
          oversell: false,
          sort: printed.indexOf(shelf.size),
          ...stamps,
        })),
      },
      { table: 'tshirt_movements', rows: [...shelves.flatMap(received), ...shelves.flatMap(handedOut), ...promises] },
    ];
  };
  return { modelFor, promise, tables };
};
