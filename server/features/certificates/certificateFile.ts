import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import { localStorage } from '../../adapters/objectStorage/localStorage';
import { runnerOf } from '../../kernel/runnerOf';
import type { Transaction } from '../../kernel/transaction';
import { drawCertificate } from './drawCertificate';
import { readCertificate } from './readCertificate';
import { readLayout, type LayoutDeps } from './readLayout';

/** A certificate as a file, and whose it is. */
export interface CertificateFile {
  readonly serial: string;
  readonly number: number | null;
  readonly name: string;
  readonly data: Buffer;
}

/**
 * Draws certificates one after the other within the transactions of a job; null where nothing holds any more. Pictures are read over the
 * connection of the transaction, because the embedded database has no other, and are kept for this job alone: nobody else may wait for it.
 */
export const certificateFile = ({ taking, named }: ObjectStorages) => {
  const kept: LayoutDeps['kept'] = new Map();
  return (tx: Transaction, serial: string): Promise<CertificateFile | null> =>
    tx.asOwner(async () => {
      const local = localStorage(tx.client);
      const storages: ObjectStorages = { taking, named: (name) => (name === local.name ? local : named(name)) };
      const found = await readCertificate(tx, serial);
      const current = found?.newer ? await readCertificate(tx, found.newer) : found;
      if (!current?.certificate.facts || current.certificate.status !== 'valid') return null;
      const { facts, templateid, serial: own, sha256: fingerprint, url: address, generated_at: issued_at } = current.certificate;
      const layout = await readLayout({ runner: runnerOf(tx.client), storages, kept }, templateid);
      if (!layout) return null;
      const data = await drawCertificate(layout, { facts, serial: own, address, fingerprint, issued_at });
      return { serial: own, number: facts.number, name: facts.name, data };
    });
};
