import type { regions } from '@/schema';

type Region = (typeof regions)[number];

/** A row of the catalogue of states. */
export interface StateRow {
  /** The official number of the state, 1 to 32. */
  readonly stateid: number;
  readonly code: string;
  readonly name: string;
  readonly region: Region;
}

const rows: readonly (readonly [code: string, name: string, region: Region])[] = [
  ['AGU', 'Aguascalientes', 'bajio'],
  ['BCN', 'Baja California', 'norte'],
  ['BCS', 'Baja California Sur', 'norte'],
  ['CAM', 'Campeche', 'sureste'],
  ['COA', 'Coahuila', 'noreste'],
  ['COL', 'Colima', 'bajio'],
  ['CHP', 'Chiapas', 'sur'],
  ['CHH', 'Chihuahua', 'norte'],
  ['CMX', 'Ciudad de México', 'centro'],
  ['DUR', 'Durango', 'norte'],
  ['GUA', 'Guanajuato', 'bajio'],
  ['GRO', 'Guerrero', 'sur'],
  ['HID', 'Hidalgo', 'centro'],
  ['JAL', 'Jalisco', 'bajio'],
  ['MEX', 'Estado de México', 'centro'],
  ['MIC', 'Michoacán', 'bajio'],
  ['MOR', 'Morelos', 'centro'],
  ['NAY', 'Nayarit', 'bajio'],
  ['NLE', 'Nuevo León', 'noreste'],
  ['OAX', 'Oaxaca', 'sur'],
  ['PUE', 'Puebla', 'centro'],
  ['QUE', 'Querétaro', 'bajio'],
  ['ROO', 'Quintana Roo', 'sureste'],
  ['SLP', 'San Luis Potosí', 'bajio'],
  ['SIN', 'Sinaloa', 'norte'],
  ['SON', 'Sonora', 'norte'],
  ['TAB', 'Tabasco', 'sureste'],
  ['TAM', 'Tamaulipas', 'noreste'],
  ['TLA', 'Tlaxcala', 'centro'],
  ['VER', 'Veracruz', 'sureste'],
  ['YUC', 'Yucatán', 'sureste'],
  ['ZAC', 'Zacatecas', 'norte'],
];

/** The states of Mexico by their official numbers, each with its region. */
export const states: readonly StateRow[] = rows.map(([code, name, region], position) => ({ stateid: position + 1, code, name, region }));
