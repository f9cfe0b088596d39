import { inbody_measurements } from '@/resources/inbody_measurements/inbody_measurements';
import { defineHooks } from '../../kernel/defineHooks';

const cm = 100;
const bmiOf = (weight: unknown, height: unknown): number => Math.round((Number(weight) / (Number(height) / cm) ** 2) * 10) / 10;

/** Who measured, and the index that follows from height and weight where the device did not say it. */
export const inbodyMeasurementsHooks = defineHooks(inbody_measurements, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'delete') return;
    if (verb === 'create') values['operator_userid'] = tx.userid;
    const of = (name: 'weight_kg' | 'height_cm'): unknown => (values[name] === undefined ? before?.[name] : values[name]);
    if (values['bmi'] == null && (values['bmi'] === null || before?.['bmi'] == null))
      values['bmi'] = bmiOf(of('weight_kg'), of('height_cm'));
  },
});
