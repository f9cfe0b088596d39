import type { Lifecycle } from '@/domain/registration/lifecycle';
import { must, nth } from '@/schema/must';
import { iso } from './calendar';
import type { InscriptionRow, Made, Step } from './inscriptions';
import type { Row } from './insertRows';
import { isActive, isHeld } from './lifecycle';
import type { Random } from './random';
import { cities, comments } from './words';

/** The demo staff by task, as numbers. */
export interface Actors {
  readonly support: number;
  readonly finance: number;
  readonly organizer: number;
  readonly approver: number;
}

interface Actor {
  readonly actor_type: string;
  readonly actor_userid: number | null;
  readonly permission_key: string | null;
  readonly source: string;
}

const athlete: Actor = { actor_type: 'athlete', actor_userid: null, permission_key: null, source: 'ui' };
const system: Actor = { actor_type: 'system', actor_userid: null, permission_key: null, source: 'job' };
const gateway: Actor = { actor_type: 'gateway', actor_userid: null, permission_key: null, source: 'webhook' };
const importer: Actor = { actor_type: 'import', actor_userid: null, permission_key: null, source: 'job' };
const staff = (actor_userid: number, permission_key: string): Actor => ({
  actor_type: 'staff',
  actor_userid,
  permission_key,
  source: 'ui',
});

const actorOf = (status: Lifecycle, { channel, cancel_reason }: InscriptionRow, { support, finance }: Actors): Actor => {
  switch (status) {
    case 'started':
      return channel === 'import'
        ? importer
        : channel === 'backoffice' || channel === 'courtesy'
          ? staff(support, 'event-admin-inscription')
          : athlete;
    case 'pending_payment':
      return athlete;
    case 'payment_declined':
    case 'chargeback':
      return gateway;
    case 'paid':
      return channel === 'import' ? importer : channel === 'courtesy' ? staff(support, 'event-admin-inscription') : gateway;
    case 'cancelled':
      return cancel_reason === 'expired' ? system : staff(support, 'event-admin-inscription');
    case 'wallet_refund':
      return staff(finance, 'asdeporte-admin-wallet');
    case 'change_event':
      return staff(support, 'event-admin-inscription');
    case 'merged':
      return staff(support, 'merge-user');
    default:
      return system;
  }
};

/** The former size of people who changed theirs. */
const exchanged = 'L';

interface Edit {
  readonly status: string;
  readonly action_label: string | null;
  readonly changes: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[];
  readonly actor: Actor;
  readonly set: Row;
}

const editOf = (row: InscriptionRow, chance: Random, { support, organizer }: Actors): Edit | null => {
  const kind = chance.weighted([
    [null, 95],
    ['comment', 3],
    ['city', 1.2],
    ['tshirt', 0.8],
  ] as const);
  if (kind === 'comment') {
    const comment = chance.pick(comments);
    const actor = staff(chance.chance(0.5) ? support : organizer, 'event-inscription');
    return {
      status: 'comment_updated',
      action_label: 'Update comment',
      changes: [{ field: 'comment', old: null, new: comment }],
      actor,
      set: { comment },
    };
  }
  const { status } = row;
  if (kind === 'city' && typeof row['stateid'] === 'number' && (isHeld(status) || isActive(status))) {
    const old = chance.pick(cities[row['stateid']] ?? []);
    return old === row['city']
      ? null
      : { status: 'data_updated', action_label: null, changes: [{ field: 'city', old, new: row['city'] }], actor: athlete, set: {} };
  }
  if (kind !== 'tshirt' || !isActive(status) || row['kit_status'] !== 'pending' || row['tshirt_size'] === exchanged) return null;
  return {
    status: 'tshirt_updated',
    action_label: 'Update t-shirt',
    changes: [{ field: 'tshirt_size', old: exchanged, new: row['tshirt_size'] }],
    actor: staff(support, 'event-inscription'),
    set: {},
  };
};

/** Between the previous and the next step, so that the log stays in order. */
const editedAt = (steps: readonly Step[], now: number, chance: Random): number => {
  const last = nth(steps, -1).at;
  return last + Math.floor((now - last) * chance.next());
};

/** An inscription with its later changes, the rows of its log, and the size that it was exchanged for. */
export interface History {
  readonly row: InscriptionRow;
  readonly log: readonly Row[];
  readonly gaveBack: string | null;
}

/** Writes the log of one inscription. Replaying it gives its status. */
export const historyOf = ({ row, steps, chance }: Made, actors: Actors, now: number): History => {
  const { inscriptionid, organizationid, eventid } = row;
  const base = { organizationid, inscriptionid, eventid };
  const entry = (status: string, at: number, actor: Actor, more: Row = {}): Row => ({
    ...base,
    status,
    action_label: null,
    from_status: null,
    to_status: null,
    changes: null,
    reason: null,
    ...actor,
    ...more,
    created: iso(at),
  });
  const [started, ...later] = steps.map(({ status, at }, step) =>
    entry(status, at, actorOf(status, row, actors), {
      from_status: steps[step - 1]?.status ?? null,
      to_status: status,
      reason: status === 'cancelled' ? row.cancel_reason : null,
    }),
  );
  const coupon = row['couponid'] === null ? [] : [entry('coupon_applied', nth(steps, 0).at + 1, athlete)];
  const log = [must(started, 'the first step'), ...coupon, ...later];
  const edit = editOf(row, chance, actors);
  if (!edit) return { row, log, gaveBack: null };
  const at = editedAt(steps, now, chance);
  return {
    row: { ...row, ...edit.set, updated: iso(at) },
    log: [...log, entry(edit.status, at, edit.actor, { action_label: edit.action_label, changes: edit.changes })],
    gaveBack: edit.status === 'tshirt_updated' ? exchanged : null,
  };
};
