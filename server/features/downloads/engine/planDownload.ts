import { createHash } from 'node:crypto';
import { mayTakePersonalData } from '@/domain/personalData';
import type { AnyResource } from '@/schema';
import { homeZone } from '@/schema/homeZone';
import { can } from '@/schema/project/access';
import { forbidden } from '../../../kernel/DomainError';
import type { Locale, Translate } from '../../../kernel/messages';
import { regional } from '../../../kernel/regional';
import { compile, sql } from '../../../kernel/sql';
import type { Viewer } from '../../../api/list/reader';
import { scopeSql } from '../../../api/list/scope';
import { archivedAs } from './archivedAs';
import type { Asked, DownloadFormat } from './Asked';
import { yesNoIn } from './cells';
import type { Sheet } from './Encoder';
import { planColumns } from './planColumns';
import type { Written } from './statements';

/** What a person gets of a list, with the keys that they hold at this moment. */
export interface DownloadPlan {
  readonly out: Written;
  readonly sheet: Sheet;
  /** Whether a column is empty because the person may not read it. */
  readonly isMasked: boolean;
  /** Which columns and which rows the person sees: two people, or two moments, with the same sight get the same file. */
  readonly sight: string;
}
interface Asking {
  readonly resource: AnyResource;
  readonly asked: Pick<Asked, 'columns' | 'labels' | 'archive'>;
  readonly format: DownloadFormat;
  readonly title: string;
  readonly translate: Translate;
}

/** When a file was made, by the clock of the house. */
const madeAt = (locale: Locale): string =>
  new Intl.DateTimeFormat(regional[locale], { timeZone: homeZone, dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' }).format(
    new Date(),
  );

const scopeOf = ({ registry, grants }: Viewer, resource: AnyResource) =>
  compile(scopeSql(registry, grants, resource, 'list', 't') ?? sql`true`);

/** Plans a download; 403 where no key of the person opens the list. */
export const planDownload = (viewer: Viewer, { resource, asked, format, title, translate }: Asking): DownloadPlan => {
  const packed = archivedAs(viewer.registry, asked);
  if (!can(viewer.grants, 'list', resource) || (packed && !can(viewer.grants, 'list', packed))) throw forbidden();
  if (asked.archive === 'personal' && !mayTakePersonalData(viewer.grants)) throw forbidden();
  const plan = planColumns(viewer, resource, asked, translate);
  const hidden = plan.columns.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  const scope = scopeOf(viewer, resource);
  const joins = compile(plan.joins);
  return {
    out: { format, plan, yesNo: yesNoIn(translate, viewer.locale), texts: false },
    sheet: { title, subtitle: `${title} · ${madeAt(viewer.locale)}`, columns: plan.columns.map(({ label, kind }) => ({ label, kind })) },
    isMasked: hidden.length > 0,
    sight: createHash('sha256')
      .update(
        JSON.stringify([
          resource.name,
          asked.columns,
          hidden,
          scope,
          joins,
          viewer.grants.organizationid,
          ...(packed ? [scopeOf(viewer, packed)] : []),
        ]),
      )
      .digest('hex'),
  };
};
