import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { certificate_templates } from '@/resources/certificate_templates/certificate_templates';
import { organizations } from '@/resources/organizations/organizations';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import { uploads } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, selectOne, value, type Runner } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Layout } from './drawCertificate';

const t = columnsOf(certificate_templates, 't');
const o = columnsOf(organizations, 'o');
const u = columnsOf(uploads);
const ours = /\/api\/upload\/([A-Za-z0-9_.-]+)$/;
/** The key of a picture that was uploaded here; undefined for other addresses. */
export const uploadIn = (address: string): string | undefined => ours.exec(address)?.[1];
const widest = 2400,
  mostKept = 24;

/** Pictures as the PDF takes them, kept because thousands of certificates have the same one. */
const keptByAll = new Map<string, Promise<Buffer | null>>();
/** What is needed to read files, over the pool and outside of any transaction: the embedded database has one connection, which a transaction holds. */
export interface LayoutDeps {
  readonly runner: Runner;
  readonly storages: ObjectStorages;
  /** Where pictures are kept; those that every request shares when it is absent. */
  readonly kept?: Map<string, Promise<Buffer | null>>;
}
const readPicture = async ({ runner, storages }: LayoutDeps, id: string): Promise<Buffer | null> => {
  const found = await selectOne(runner, { storage: u.storage }, sql`from ${u} where ${u.uploadid} = ${id} and ${u.dropped_at} is null`);
  const data = found ? await storages.named(found.storage)?.get(id) : null;
  return data
    ? sharp(await buffer(data))
        .resize({ width: widest, withoutEnlargement: true })
        .png({ compressionLevel: 6 })
        .toBuffer()
    : null;
};
/** A picture that was uploaded here, as PNG; nothing for other addresses, which the server does not ask. */
export const pictureAt = async (deps: LayoutDeps, address: string): Promise<Buffer | null> => {
  const id = uploadIn(address);
  if (!id) return null;
  const kept = deps.kept ?? keptByAll;
  const known = kept.get(id);
  if (known) return known;
  const made = readPicture(deps, id).catch(() => null);
  kept.set(id, made);
  const oldest = kept.keys().next().value;
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return made;
};

/** A template as it is drawn, with its pictures. */
export const readLayout = async (deps: LayoutDeps, templateid: number): Promise<Layout | null> => {
  const found = await selectOne(
    deps.runner,
    {
      ...pick(t, 'page', 'orientation', 'elements', 'locale', 'background_img'),
      organization: value<string>(sql`(select ${o.name} from ${o} where ${o.organizationid} = ${t.organizationid})`),
    },
    sql`from ${t} where ${t.templateid} = ${templateid}`,
  );
  if (!found) return null;
  const pictures = new Map<string, Buffer>();
  for (const address of [found.background_img, ...(found.elements ?? []).flatMap(({ img }) => img ?? [])]) {
    const data = await pictureAt(deps, address);
    if (data) pictures.set(address, data);
  }
  return { ...found, pictures };
};
