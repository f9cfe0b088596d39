import type { regions } from '@/schema';

type Sport = 'running' | 'trail' | 'triathlon' | 'duathlon' | 'aquathlon' | 'cycling' | 'swimming' | 'obstacle' | 'walk' | 'virtual';

/** A race that is held every year, or once. */
export interface Race {
  readonly es: string;
  readonly en: string;
  readonly slug: string;
  readonly sport: Sport;
  readonly category: 'estelares' | 'seriales' | 'experiencias-retos';
  readonly organizationid: number;
  readonly stateid: number;
  readonly city: string;
  readonly venue: string;
  /** Days from today to the next edition. */
  readonly offset: number;
  /** Share of the inscriptions, relative to the others. */
  readonly weight: number;
  /** Names of its distances; their data is in `courses`. */
  readonly courses: readonly string[];
  /** Number of the next edition. */
  readonly edition: number;
  /** How many years it has been held here, including the next edition. */
  readonly years: number;
  /** When it belongs to no region. */
  readonly region?: (typeof regions)[number];
  readonly fmtri?: true;
  /** Status of the next edition when dates alone do not determine it. */
  readonly status?: 'draft' | 'in_review' | 'cancelled' | 'postponed' | 'sold_out';
  readonly atDelivery?: true;
}

interface Course {
  readonly code: string;
  readonly km: number;
  readonly price: number;
  readonly segments?: readonly { readonly sport: string; readonly km: number }[];
}

const three = (first: string, swim: number, bike: number, run: number) => [
  { sport: first, km: swim },
  { sport: 'bike', km: bike },
  { sport: 'run', km: run },
];

/** The data of each distance: code, kilometres, first price in pesos. */
export const courses: Readonly<Record<string, Course>> = {
  Maratón: { code: '42K', km: 42.195, price: 950 },
  'Medio maratón': { code: '21K', km: 21.097, price: 680 },
  '10K': { code: '10K', km: 10, price: 480 },
  '5K': { code: '5K', km: 5, price: 390 },
  '3K caminata': { code: '3K', km: 3, price: 250 },
  'Ultra 50K': { code: '50K', km: 50, price: 1650 },
  'Trail 25K': { code: '25K', km: 25, price: 1100 },
  'Trail 12K': { code: '12K', km: 12, price: 720 },
  Olímpico: { code: 'OLI', km: 51.5, price: 2400, segments: three('swim', 1.5, 40, 10) },
  Sprint: { code: 'SPR', km: 25.75, price: 1750, segments: three('swim', 0.75, 20, 5) },
  'Súper sprint': { code: 'SSP', km: 12.9, price: 1200, segments: three('swim', 0.4, 10, 2.5) },
  'Duatlón estándar': { code: 'DES', km: 55, price: 1450, segments: three('run', 10, 40, 5) },
  'Duatlón sprint': { code: 'DSP', km: 27.5, price: 1050, segments: three('run', 5, 20, 2.5) },
  'Acuatlón estándar': {
    code: 'ACU',
    km: 6,
    price: 850,
    segments: [
      { sport: 'swim', km: 1 },
      { sport: 'run', km: 5 },
    ],
  },
  'Gran fondo 120K': { code: '120K', km: 120, price: 1900 },
  'Medio fondo 60K': { code: '60K', km: 60, price: 1300 },
  'Aguas abiertas 5K': { code: 'AA5', km: 5, price: 1500 },
  'Aguas abiertas 2.5K': { code: 'AA25', km: 2.5, price: 1150 },
  'Aguas abiertas 1K': { code: 'AA1', km: 1, price: 800 },
  'Élite 12 obstáculos': { code: 'ELITE', km: 8, price: 1250 },
  'Recreativo 8 obstáculos': { code: 'RECRE', km: 5, price: 890 },
  'Reto virtual': { code: 'VIR', km: 10, price: 300 },
};

const yearly = { years: 3 } as const;
const once = { years: 1, edition: 1 } as const;

/** The races of the demo; the first one is the largest. */
export const races: readonly Race[] = [
  {
    es: 'Maratón Valle de Anáhuac',
    en: 'Anáhuac Valley Marathon',
    slug: 'maraton-valle-de-anahuac',
    sport: 'running',
    category: 'estelares',
    organizationid: 2,
    stateid: 9,
    city: 'Ciudad de México',
    venue: 'Explanada del Bosque',
    offset: 24,
    weight: 14,
    courses: ['Maratón', 'Medio maratón', '10K', '5K'],
    edition: 12,
    ...yearly,
  },
  {
    es: 'Medio Maratón del Bajío',
    en: 'Bajío Half Marathon',
    slug: 'medio-maraton-del-bajio',
    sport: 'running',
    category: 'estelares',
    organizationid: 2,
    stateid: 11,
    city: 'León',
    venue: 'Parque de la Calzada',
    offset: 66,
    weight: 9,
    courses: ['Medio maratón', '10K', '5K'],
    edition: 8,
    ...yearly,
  },
  {
    es: 'Carrera Nocturna de los Arcos',
    en: 'Night Run of the Arches',
    slug: 'carrera-nocturna-de-los-arcos',
    sport: 'running',
    category: 'seriales',
    organizationid: 2,
    stateid: 22,
    city: 'Querétaro',
    venue: 'Alameda',
    offset: 1,
    weight: 6,
    courses: ['10K', '5K'],
    edition: 5,
    ...yearly,
  },
  {
    es: '10K de las Jacarandas',
    en: 'Jacaranda 10K',
    slug: '10k-de-las-jacarandas',
    sport: 'running',
    category: 'seriales',
    organizationid: 2,
    stateid: 14,
    city: 'Guadalajara',
    venue: 'Glorieta Central',
    offset: -12,
    weight: 7,
    courses: ['10K', '5K', '3K caminata'],
    edition: 6,
    ...yearly,
  },
  {
    es: 'Triatlón Mar Caribe',
    en: 'Caribbean Sea Triathlon',
    slug: 'triatlon-mar-caribe',
    sport: 'triathlon',
    category: 'estelares',
    organizationid: 3,
    stateid: 23,
    city: 'Cozumel',
    venue: 'Malecón',
    offset: 45,
    weight: 5,
    courses: ['Olímpico', 'Sprint', 'Súper sprint'],
    edition: 9,
    fmtri: true,
    ...yearly,
  },
  {
    es: 'Acuatlón Bahía de Campeche',
    en: 'Campeche Bay Aquathlon',
    slug: 'acuatlon-bahia-de-campeche',
    sport: 'aquathlon',
    category: 'seriales',
    organizationid: 3,
    stateid: 4,
    city: 'Campeche',
    venue: 'Playa Bonita',
    offset: 80,
    weight: 2,
    courses: ['Acuatlón estándar'],
    edition: 4,
    ...yearly,
  },
  {
    es: 'Duatlón Ciudad Blanca',
    en: 'White City Duathlon',
    slug: 'duatlon-ciudad-blanca',
    sport: 'duathlon',
    category: 'seriales',
    organizationid: 3,
    stateid: 31,
    city: 'Mérida',
    venue: 'Paseo de los Laureles',
    offset: 0,
    weight: 3,
    courses: ['Duatlón estándar', 'Duatlón sprint'],
    edition: 7,
    ...yearly,
  },
  {
    es: 'Cruce a Nado de las Bahías',
    en: 'Open Water Bay Crossing',
    slug: 'cruce-a-nado-de-las-bahias',
    sport: 'swimming',
    category: 'experiencias-retos',
    organizationid: 3,
    stateid: 20,
    city: 'Huatulco',
    venue: 'Bahía del Sur',
    offset: 110,
    weight: 3,
    courses: ['Aguas abiertas 5K', 'Aguas abiertas 2.5K', 'Aguas abiertas 1K'],
    edition: 5,
    ...yearly,
  },
  {
    es: 'Trail de las Barrancas',
    en: 'Canyon Trail',
    slug: 'trail-de-las-barrancas',
    sport: 'trail',
    category: 'experiencias-retos',
    organizationid: 4,
    stateid: 8,
    city: 'Creel',
    venue: 'Plaza del Pueblo',
    offset: 38,
    weight: 4,
    courses: ['Ultra 50K', 'Trail 25K', 'Trail 12K'],
    edition: 10,
    status: 'sold_out',
    ...yearly,
  },
  {
    es: 'Gran Fondo Sierra Oriental',
    en: 'Eastern Sierra Gran Fondo',
    slug: 'gran-fondo-sierra-oriental',
    sport: 'cycling',
    category: 'experiencias-retos',
    organizationid: 4,
    stateid: 19,
    city: 'Santiago',
    venue: 'Presa',
    offset: 95,
    weight: 4,
    courses: ['Gran fondo 120K', 'Medio fondo 60K'],
    edition: 3,
    ...yearly,
  },
  {
    es: 'Carrera Atlética del Desierto',
    en: 'Desert Run',
    slug: 'carrera-atletica-del-desierto',
    sport: 'running',
    category: 'seriales',
    organizationid: 4,
    stateid: 26,
    city: 'Hermosillo',
    venue: 'Cerro de la Campana',
    offset: -30,
    weight: 5,
    courses: ['Medio maratón', '10K', '5K'],
    edition: 4,
    atDelivery: true,
    ...yearly,
  },
  {
    es: 'Reto Nacional de Obstáculos',
    en: 'National Obstacle Challenge',
    slug: 'reto-nacional-de-obstaculos',
    sport: 'obstacle',
    category: 'estelares',
    organizationid: 1,
    stateid: 21,
    city: 'Puebla',
    venue: 'Rancho del Valle',
    offset: 130,
    weight: 4,
    courses: ['Élite 12 obstáculos', 'Recreativo 8 obstáculos'],
    edition: 3,
    region: 'nacional',
    ...yearly,
  },
  {
    es: 'Trail de los Volcanes',
    en: 'Volcano Trail',
    slug: 'trail-de-los-volcanes',
    sport: 'trail',
    category: 'experiencias-retos',
    organizationid: 2,
    stateid: 29,
    city: 'Tlaxcala',
    venue: 'Centro Vacacional',
    offset: 60,
    weight: 2,
    courses: ['Trail 25K', 'Trail 12K'],
    status: 'postponed',
    ...once,
  },
  {
    es: 'Triatlón Laguna de Morelos',
    en: 'Morelos Lagoon Triathlon',
    slug: 'triatlon-laguna-de-morelos',
    sport: 'triathlon',
    category: 'seriales',
    organizationid: 3,
    stateid: 17,
    city: 'Tequesquitengo',
    venue: 'Club Náutico',
    offset: 20,
    weight: 1,
    courses: ['Olímpico', 'Sprint'],
    status: 'cancelled',
    fmtri: true,
    ...once,
  },
  {
    es: 'Carrera Virtual por los Bosques',
    en: 'Virtual Run for the Forests',
    slug: 'carrera-virtual-por-los-bosques',
    sport: 'virtual',
    category: 'experiencias-retos',
    organizationid: 1,
    stateid: 9,
    city: 'Ciudad de México',
    venue: 'En línea',
    offset: 170,
    weight: 0,
    courses: ['Reto virtual'],
    status: 'in_review',
    region: 'nacional',
    ...once,
  },
  {
    es: 'Caminata del Cañón',
    en: 'Canyon Walk',
    slug: 'caminata-del-canon',
    sport: 'walk',
    category: 'experiencias-retos',
    organizationid: 1,
    stateid: 7,
    city: 'Chiapa de Corzo',
    venue: 'Embarcadero',
    offset: 150,
    weight: 0,
    courses: ['3K caminata', '5K'],
    status: 'draft',
    ...once,
  },
];
