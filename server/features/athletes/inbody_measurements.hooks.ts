import { inbody_measurements } from '@/resources/inbody_measurements/inbody_measurements';
import { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, problemAt } from '../../kernel/DomainError';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { defineHooks } from '../../kernel/defineHooks';
import { importingOf } from '../../kernel/importing';

const w = columnsOf(web_users);
const cm = 100;
const bmiOf = (weight: unknown, height: unknown): number => Math.round((Number(weight) / (Number(height) / cm) ** 2) * 10) / 10;

/** Who measured, and the index computed from height and weight when the device did not give it. */
export const inbodyMeasurementsHooks = defineHooks(inbody_measurements, {
  /** The file of a device says nothing of consent: it is the one on record, and without one nothing is stored. */
  beforeAccept: async ({ tx, body }) => {
    if (!importingOf(tx) || body.consent_at != null) return;
    const [consent = null] = await tx.asOwner(() =>
      selectAll(tx, w.inbody_consent_at, sql`from ${w} where ${w.web_userid} = ${body.web_userid ?? null}`),
    );
    if (consent === null) throw conflict('INBODY_NO_CONSENT', [problemAt('consent_at', 'INBODY_NO_CONSENT')]);
    body.consent_at = consent;
  },
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
