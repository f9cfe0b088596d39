import { formatDuration } from '@/fields/duration/formatDuration';
import { escape } from '../../auth/layout';
import type { SiteEvent } from './readSite';
import type { ResultLine } from './readSiteResults';
import { sayIn, type Frame } from './siteFrame';

/** A time in hours, minutes and seconds; nothing where there is none. */
export const seconds = (ms: number | null): string => (ms === null ? '' : formatDuration(Math.floor(ms / 1000), 's'));
/** Where the result of somebody has its page. */
export const personAt = (event: Pick<SiteEvent, 'slug'>, resultid: number): string => `/e/${event.slug}/results/${resultid}`;
/** A division in words, escaped. */
export const genderWord = (frame: Frame, gender: string): string => escape(frame.translate(`lists.branches.${gender}`, frame.language));
/** The name of an athlete, or that it is withheld, as HTML. */
export const nameIn = (frame: Frame, { name }: Pick<ResultLine, 'name'>): string =>
  name === null ? `<em>${sayIn(frame)('hidden')}</em>` : escape(name);
