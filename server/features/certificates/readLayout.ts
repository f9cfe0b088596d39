import sharp from 'sharp';
import { certificate_templates } from '@/resources/certificate_templates/certificate_templates';
import { organizations } from '@/resources/organizations/organizations';
import { readUpload, uploadIn, type UploadDeps } from '../../api/files/readUpload';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Layout } from './drawCertificate';

const t = columnsOf(certificate_templates, 't');
const o = columnsOf(organizations, 'o');
const widest = 2400,
  mostKept = 24;

/** Pictures as the PDF takes them, kept because thousands of certificates have the same one. */
const keptByAll = new Map<string, Promise<Buffer | null>>();
/** What is needed to read the pictures of a template. */
export interface LayoutDeps extends UploadDeps {
  /** Where pictures are kept; those that every request shares when it is absent. */
  readonly kept?: Map<string, Promise<Buffer | null>>;
}
const readPicture = async (deps: LayoutDeps, id: string): Promise<Buffer | null> => {
  const data = await readUpload(deps, id);
  return data ? sharp(data).resize({ width: widest, withoutEnlargement: true }).png({ compressionLevel: 6 }).toBuffer() : null;
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
