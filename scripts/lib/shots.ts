/** A screen of which a picture is taken. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  /** Nobody is signed in. */
  readonly isPublic?: boolean;
  /** Pressed once the screen has loaded. */
  readonly press?: string;
  /** What the press opens. */
  readonly brings?: string;
}
export interface Look {
  readonly size: keyof typeof sizes;
  readonly ground: 'light' | 'dark';
  readonly lang: 'es' | 'en';
}
/** A desk and a phone. */
export const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

const inscriptions: Shot = { name: 'inscriptions', path: '/inscriptions' };
const event: Shot = { name: 'event', path: '/events/1' };
/** On a phone, where there is no room next to the list, the same press opens the page of the record. */
const recordPanel: Shot = { name: 'inscription-panel', path: '/events/1/inscriptions', press: '[data-row-link]', brings: '.show-title' };
const eventList: Shot = { name: 'event-inscriptions', path: '/events/1/inscriptions' };
/** Every screen that is looked at before a release. */
export const shots: readonly Shot[] = [
  { name: 'login', path: '/api/auth/signin', isPublic: true },
  { name: 'home', path: '/home' },
  inscriptions,
  eventList,
  recordPanel,
  event,
  { name: 'event-form', path: '/events/1/edit' },
];
const active = { field: 'status', op: 'in', value: ['paid', 'assign_number'] };
const filtered: Shot = {
  ...inscriptions,
  path: `${inscriptions.path}?${new URLSearchParams({ filter: JSON.stringify(active) }).toString()}`,
};
/** The pictures of the README. */
export const readmeShots: readonly { readonly file: string; readonly shot: Shot; readonly look: Look }[] = [
  { file: 'registrations.png', shot: filtered, look: { size: 'desk', ground: 'light', lang: 'en' } },
  { file: 'event.png', shot: event, look: { size: 'desk', ground: 'dark', lang: 'en' } },
  { file: 'phone.png', shot: eventList, look: { size: 'phone', ground: 'light', lang: 'es' } },
];
