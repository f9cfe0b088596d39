import type { PreparedPerson } from '@/domain/registration/accessPoint';

/** A registration as a device keeps it, with nothing special about it. */
export const preparedPerson = (
  more: Pick<PreparedPerson, 'inscriptionid' | 'folio' | 'number' | 'name'> & Partial<PreparedPerson>,
): PreparedPerson => ({
  prefix: null,
  status: 'assign_number',
  distanceid: 10,
  waveid: null,
  attention: false,
  token: null,
  chip: null,
  grants: [],
  isBlocked: false,
  passes: [],
  ...more,
});
