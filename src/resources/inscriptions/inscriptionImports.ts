const person = ['first_name', 'last_name', 'second_last_name', 'gender', 'birth_date', 'email', 'phone'] as const;
const home = [
  'countryid',
  'stateid',
  'city',
  'club',
  'emergency_contact_name',
  'emergency_contact_phone',
  'guardian_name',
  'guardian_phone',
] as const;

/** The fields that a registration copies from its athlete. */
export const copiedOfAthlete = [...person, ...home, 'tshirt_size'] as const;

/** What files of registrations may say of the athlete. */
export const saidOfAthlete = [...person, 'curp', ...home, 'tshirt_size'] as const;

/** The fields of a registration that a column may fill. */
export const filledByFile = [
  'distanceid',
  'age_categoryid',
  'waveid',
  'price_tierid',
  'couponid',
  'number',
  'prefix',
  'tshirt_modelid',
  'tshirt_size',
  ...person,
  ...home,
  'comment',
  'est_time_s',
  'source',
  'source_ref',
] as const;
