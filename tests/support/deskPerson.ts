import type { DeskPerson } from '@/domain/registration/desk';

/** A registration as a desk knows it: paid, numbered and signed. */
export const deskPerson = (more: Partial<DeskPerson> = {}): DeskPerson => ({
  inscriptionid: 1,
  folio: 'WXYZ2345',
  qr_token: null,
  prefix: null,
  number: 120,
  name: 'Ana García',
  photo: null,
  gender: 'F',
  age: 30,
  distanceid: 1,
  wave: null,
  club: null,
  status: 'assign_number',
  kit_status: 'pending',
  tshirt_modelid: null,
  tshirt_size: 'M',
  waiver: 'signed',
  affiliation: 'not_required',
  note: null,
  handed: {},
  ...more,
});
