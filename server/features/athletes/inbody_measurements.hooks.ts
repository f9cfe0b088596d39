import { inbody_measurements } from '@/resources/inbody_measurements/inbody_measurements';
import { defineHooks } from '../../kernel/defineHooks';

const cm = 100;
const bmiOf = (weight: unknown, height: unknown): number => Math.round((Number(weight) / (Number(height) / cm) ** 2) * 10) / 10;

/** Who measured, and the index that follows from height and weight where the device did not say it. */
export const inbodyMeasurementsHooks = defineHooks(inbody_measurements, {
  fields: {
    operator_userid: { beforeWrite: ({ tx, before }) => (before ? undefined : (tx.userid ?? undefined)) },
    bmi: {
      follows: ['weight_kg', 'height_cm'],
      beforeWrite: ({ value, before, record }) =>
        value == null && (value === null || before?.bmi == null) ? bmiOf(record.weight_kg, record.height_cm) : undefined,
    },
  },
});
