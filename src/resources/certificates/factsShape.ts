import { z } from 'zod';
import type { CertificateFacts } from '@/domain/results/certificateFacts';

const text = z.string().max(400);
const number = z.number().nullable();
/** The shape in which a certificate keeps what it says. */
export const factsShape: z.ZodType<CertificateFacts> = z.strictObject({
  name: text,
  number,
  event: z.strictObject({ es: text, en: text.optional() }),
  distance: text,
  start_at: text,
  timezone: text,
  status: text,
  age_category: text.nullable(),
  gender: text.nullable(),
  chip_time_ms: number,
  gun_time_ms: number,
  pace_s: number,
  place_overall: number,
  place_gender: number,
  place_category: number,
});
