import * as f from '@/fields';
import { genders } from '@/domain/lists';
import { defineChoices, defineResource, inOrder, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const segments = f.rows(
  {
    segment: f.choice(defineChoices('body_segments', ['right_arm', 'left_arm', 'trunk', 'right_leg', 'left_leg']), { required: true }),
    kg: f.decimal({ required: true, min: 0, max: 100, scale: 2 }),
    percent: f.decimal({ min: 0, max: 400, scale: 1 }),
  },
  { max: 5 },
);
const mass = f.decimal({ min: 0, max: 300, scale: 1 });
const tolerance = 0.2,
  hair = 1e-9,
  cm = 100;
const isOnce = (rows: readonly { readonly segment: string }[] | null | undefined): boolean =>
  new Set(rows?.map(({ segment }) => segment)).size === (rows?.length ?? 0);

/**
 * The body composition of an athlete on one day. Health data: one key allows it, no other list or file contains any of it, and nothing is
 * stored without consent.
 */
export const inbody_measurements = defineResource('inbody_measurements', {
  service: 'user',
  singular: 'inbody_measurement',
  key: 'inbodyid',
  permission: 'inbody',
  tenancy: 'platform',
  platform: 'ASDEPORTE',
  logsReads: true,
  title: 'web_userid',
  header: { facts: ['test_at', 'device_model', 'consent_at'] },
  imports: {
    type: 'inbody',
    permission: 'inbody',
    modes: ['add'],
    athlete: { field: 'web_userid', says: ['asdeporteid', 'curp', 'email', 'birth_date', 'first_name', 'last_name', 'second_last_name'] },
    writes: [
      'test_at',
      'consent_at',
      'device_model',
      'gender',
      'age',
      'height_cm',
      'weight_kg',
      'bmi',
      'skeletal_muscle_mass_kg',
      'body_fat_mass_kg',
      'pbf_pct',
      'lean_body_mass_kg',
      'protein_kg',
      'minerals_kg',
      'tbw_l',
      'icw_l',
      'ecw_l',
      'ecw_tbw_ratio',
      'bmr_kcal',
      'visceral_fat_level',
      'visceral_fat_area',
      'inbody_score',
      'phase_angle',
      'whr',
    ],
    supplies: ['consent_at'],
    matches: {},
  },
  menu: { group: 'people', icon: 'heart', order: 80 },
  fields: {
    web_userid: f.belongsTo('web_users', { required: true, createOnly: true }),
    eventid: f.belongsTo('events'),
    device_model: f.choice(['120', '270', '370', '570', '770', 'other']),
    test_at: f.dateTime({ required: true }),
    consent_at: f.dateTime({ required: true }),
    source: f.choice(['manual', 'csv', 'device'], { default: 'manual', ...readOnly }),
    operator_userid: f.belongsTo('users', { named: true, ...readOnly }),
    gender: f.choice(genders, { required: true }),
    age: f.integer({ required: true, min: 3, max: 100 }),
    height_cm: f.decimal({ required: true, min: 80, max: 230, scale: 1 }),
    weight_kg: f.decimal({ required: true, min: 10, max: 300, scale: 1 }),
    bmi: f.decimal({ min: 3, max: 150, scale: 1 }),
    skeletal_muscle_mass_kg: mass,
    body_fat_mass_kg: mass,
    pbf_pct: f.decimal({ min: 3, max: 75, scale: 1 }),
    lean_body_mass_kg: mass,
    protein_kg: mass,
    minerals_kg: mass,
    tbw_l: mass,
    icw_l: mass,
    ecw_l: mass,
    ecw_tbw_ratio: f.decimal({ min: 0.2, max: 0.6, scale: 3 }),
    bmr_kcal: f.integer({ min: 300, max: 6000 }),
    visceral_fat_level: f.integer({ min: 1, max: 60 }),
    visceral_fat_area: f.decimal({ min: 0, max: 600, scale: 1 }),
    inbody_score: f.integer({ min: 0, max: 120 }),
    phase_angle: f.decimal({ min: 1, max: 15, scale: 1 }),
    whr: f.decimal({ min: 0.4, max: 2, scale: 2 }),
    segmental_lean: segments,
    segmental_fat: segments,
    pdf: f.file({ accept: ['pdf'] }),
  },
  list: {
    columns: ['web_userid', 'test_at', 'weight_kg', 'skeletal_muscle_mass_kg', 'pbf_pct', 'inbody_score', 'eventid', 'device_model'],
    filters: ['web_userid', 'test_at', 'eventid', 'device_model', 'source', 'operator_userid'],
    search: ['web_userid'],
    sort: { test_at: 'desc' },
    sortable: ['test_at', 'weight_kg', 'skeletal_muscle_mass_kg', 'pbf_pct', 'inbody_score'],
  },
  form: {
    test: ['web_userid', 'test_at', 'eventid', 'device_model', 'consent_at'],
    body: ['gender', 'age', 'height_cm', 'weight_kg', 'bmi'],
    composition: ['skeletal_muscle_mass_kg', 'body_fat_mass_kg', 'pbf_pct', 'lean_body_mass_kg', 'protein_kg', 'minerals_kg'],
    water: ['tbw_l', 'icw_l', 'ecw_l', 'ecw_tbw_ratio'],
    indicators: ['bmr_kcal', 'visceral_fat_level', 'visceral_fat_area', 'inbody_score', 'phase_angle', 'whr'],
    parts: ['segmental_lean', 'segmental_fat'],
    document: ['pdf'],
  },
  rules: {
    bmiAgrees: {
      on: 'bmi',
      check: ({ bmi, weight_kg, height_cm }) =>
        !bmi || !weight_kg || !height_cm || Math.abs(bmi - weight_kg / (height_cm / cm) ** 2) <= tolerance + hair,
    },
    consentFirst: inOrder('consent_at', 'test_at', { on: 'consent_at' }),
    partsWithinWhole: {
      on: 'body_fat_mass_kg',
      check: ({ body_fat_mass_kg, skeletal_muscle_mass_kg, weight_kg }) =>
        !weight_kg || (body_fat_mass_kg ?? 0) + (skeletal_muscle_mass_kg ?? 0) <= weight_kg,
    },
    leanOnce: { on: 'segmental_lean', check: ({ segmental_lean }) => isOnce(segmental_lean) },
    fatOnce: { on: 'segmental_fat', check: ({ segmental_fat }) => isOnce(segmental_fat) },
  },
  indexes: [{ on: ['web_userid', 'test_at'], unique: true }, { on: ['test_at', 'inbodyid'] }, { on: ['web_userid'], removed: true }],
  checks: {
    bmi_agrees: 'bmi is null or abs(bmi - weight_kg / power(height_cm / 100.0, 2)) <= 0.2000001',
    consent_first: 'consent_at <= test_at',
  },
});

export type InbodyMeasurement = InferRow<typeof inbody_measurements>;
export type InbodyMeasurementInput = InferInput<typeof inbody_measurements>;
