import { inbody_measurements } from '@/resources/inbody_measurements/inbody_measurements';
import { defineHooks } from '../../kernel/defineHooks';
import { importingOf } from '../../kernel/importing';

const cm = 100;
const bmiOf = (weight: unknown, height: unknown): number => Math.round((Number(weight) / (Number(height) / cm) ** 2) * 10) / 10;

/** Who measured, and the index computed from height and weight when the device did not give it. */
export const inbodyMeasurementsHooks = defineHooks(inbody_measurements, {
  fields: {
    source: { beforeWrite: ({ tx, before }) => (before === null && importingOf(tx) ? 'csv' : undefined) },
    operator_userid: { beforeWrite: ({ tx, before }) => (before ? undefined : (tx.userid ?? undefined)) },
    bmi: {
      follows: ['weight_kg', 'height_cm'],
      beforeWrite: ({ value, before, record }) =>
        value == null && (value === null || before?.bmi == null) ? bmiOf(record.weight_kg, record.height_cm) : undefined,
    },
  },
});
