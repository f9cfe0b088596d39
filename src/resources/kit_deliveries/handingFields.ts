import * as f from '@/fields';
import { idTypes, pieceStates, receiverTypes } from '@/domain/registration/deliveryLists';
import { sizes } from '@/domain/registration/sizes';
import type { InputOf } from '@/schema';

const uuid = { max: 36, fold: 'lower', pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ } as const;
/** Photographs of letters and identifications. */
export const evidence = { accept: ['png', 'jpg', 'webp', 'pdf'], multiple: 6 } as const;

/** What a desk says about a kit that it hands out, or handed out while it had no network (`queued`). */
export const handingFields = {
  client_uuid: f.text({ required: true, ...uuid }),
  eventid: f.belongsTo('events', { required: true }),
  inscriptionid: f.belongsTo('inscriptions', { required: true, match: { eventid: 'eventid' } }),
  deskid: f.belongsTo('desks', { match: { eventid: 'eventid' } }),
  device_id: f.text({ max: 80 }),
  delivered_at: f.dateTime({ required: true }),
  device_now: f.dateTime(),
  queued: f.boolean(),
  receiver_type: f.choice(receiverTypes, { required: true, default: 'holder' }),
  receiver_name: f.text({ max: 200 }),
  receiver_id_type: f.choice(idTypes),
  receiver_id_last4: f.text({ max: 4 }),
  evidence_files: f.file(evidence),
  group_uuid: f.text(uuid),
  items: f.rows(
    {
      kit_itemid: f.integer({ required: true, min: 1 }),
      qty: f.integer({ required: true, min: 0, max: 100 }),
      status: f.choice(pieceStates, { required: true }),
    },
    { max: 30 },
  ),
  prefix: f.text({ max: 6, fold: 'upper', pattern: /^[A-Z0-9-]{1,6}$/ }),
  number: f.integer({ min: 0, max: 999_999 }),
  bib_code: f.text({ max: 60 }),
  tshirt_size: f.choice(sizes),
  override_reason: f.text({ max: 300 }),
} as const;
export type Handing = InputOf<typeof handingFields>;
