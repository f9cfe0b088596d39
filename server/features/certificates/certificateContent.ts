import { createHash } from 'node:crypto';
import { factsText, type CertificateFacts } from '@/domain/results/certificateFacts';

/** The fingerprint of what a certificate says: its serial, its template and its facts. It is printed on the certificate and shown where it is verified. */
export const fingerprintOf = (serial: string, templateid: number, facts: CertificateFacts): string =>
  createHash('sha256')
    .update([serial, templateid, factsText(facts)].join('\n'))
    .digest('hex');
