import { basename } from 'node:path';

/** The facts about an event in the file name. */
export interface EventHints {
  readonly name: string;
  readonly year: number | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly distance: string;
}

/** Cities whose state a file name may leave out, by the code of the state. */
const places: Readonly<Record<string, readonly [city: string, state: string]>> = {
  aguascalientes: ['Aguascalientes', 'AGU'],
  tijuana: ['Tijuana', 'BCN'],
  ensenada: ['Ensenada', 'BCN'],
  mexicali: ['Mexicali', 'BCN'],
  'los cabos': ['Los Cabos', 'BCS'],
  'la paz': ['La Paz', 'BCS'],
  campeche: ['Campeche', 'CAM'],
  saltillo: ['Saltillo', 'COA'],
  torreon: ['Torreón', 'COA'],
  colima: ['Colima', 'COL'],
  chihuahua: ['Chihuahua', 'CHH'],
  cdmx: ['Ciudad de México', 'CMX'],
  durango: ['Durango', 'DUR'],
  leon: ['León', 'GUA'],
  guanajuato: ['Guanajuato', 'GUA'],
  acapulco: ['Acapulco', 'GRO'],
  ixtapa: ['Ixtapa', 'GRO'],
  pachuca: ['Pachuca', 'HID'],
  guadalajara: ['Guadalajara', 'JAL'],
  'puerto vallarta': ['Puerto Vallarta', 'JAL'],
  toluca: ['Toluca', 'MEX'],
  'valle de bravo': ['Valle de Bravo', 'MEX'],
  morelia: ['Morelia', 'MIC'],
  cuernavaca: ['Cuernavaca', 'MOR'],
  tequesquitengo: ['Tequesquitengo', 'MOR'],
  monterrey: ['Monterrey', 'NLE'],
  oaxaca: ['Oaxaca', 'OAX'],
  huatulco: ['Huatulco', 'OAX'],
  puebla: ['Puebla', 'PUE'],
  queretaro: ['Querétaro', 'QUE'],
  cancun: ['Cancún', 'ROO'],
  cozumel: ['Cozumel', 'ROO'],
  'playa del carmen': ['Playa del Carmen', 'ROO'],
  'san luis potosi': ['San Luis Potosí', 'SLP'],
  culiacan: ['Culiacán', 'SIN'],
  mazatlan: ['Mazatlán', 'SIN'],
  hermosillo: ['Hermosillo', 'SON'],
  villahermosa: ['Villahermosa', 'TAB'],
  tampico: ['Tampico', 'TAM'],
  tlaxcala: ['Tlaxcala', 'TLA'],
  veracruz: ['Veracruz', 'VER'],
  xalapa: ['Xalapa', 'VER'],
  merida: ['Mérida', 'YUC'],
  progreso: ['Progreso', 'YUC'],
  zacatecas: ['Zacatecas', 'ZAC'],
};

const capital = (word: string): string => (/\d/.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1));
const isYear = (word: string): boolean => /^(19|20)\d\d$/.test(word);

/** Reads `im703_monterrey_2026.tsv` as a name, a city, a year and a distance; missing parts are null. */
export const hintsOf = (file: string): EventHints => {
  const words = basename(file)
    .replace(/\.[^.]*$/, '')
    .split(/[_\s-]+/)
    .filter(Boolean);
  const text = ` ${words.join(' ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()} `;
  const [city, state] = Object.entries(places).find(([place]) => text.includes(` ${place} `))?.[1] ?? [null, null];
  const year = words.find(isYear);
  return {
    name: words.map(capital).join(' '),
    year: year ? Number(year) : null,
    city,
    state,
    distance: /70\.?3/.test(text) ? '70.3' : 'General',
  };
};
