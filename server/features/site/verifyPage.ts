import { formatDuration } from '@/fields/duration/formatDuration';
import { escape } from '../../auth/layout';
import type { FoundCertificate } from '../certificates/readCertificate';
import { personAt } from './resultWords';
import { dayIn, linkTo, pageOf, sayIn, type Frame } from './siteFrame';

interface Verified {
  readonly certificate: FoundCertificate;
  readonly newer: string | null;
}
/**
 * The public result that a certificate is of, which search engines list in its place; null where the athlete is not named in public, or where it
 * does not hold.
 */
export const resultOf = ({ slug, resultid, status, isNameHidden }: FoundCertificate): string | null =>
  slug !== null && resultid !== null && status === 'valid' && !isNameHidden ? personAt({ slug }, resultid) : null;

/** Says whether a certificate holds, what it says and where its file is. */
export const verifyPage = (frame: Frame, { certificate, newer }: Verified): string => {
  const say = sayIn(frame);
  const { serial, status, sha256, generated_at, facts, isNameHidden } = certificate;
  const isValid = status === 'valid';
  const ms = facts?.chip_time_ms ?? facts?.gun_time_ms ?? null;
  const rows: readonly (readonly [string, string])[] = [
    ...(isValid && facts
      ? ([
          [say('verify.athlete'), isNameHidden ? `<em>${say('hidden')}</em>` : escape(facts.name)],
          [say('tabs.event'), escape(frame.language === 'en' ? facts.event.en || facts.event.es : facts.event.es)],
          [say('verify.distance'), escape(facts.distance)],
          [say('verify.time'), ms === null ? '' : formatDuration(Math.floor(ms / 1000), 's')],
          [say('verify.place'), String(facts.place_overall ?? '')],
          [say('verify.placeGender'), String(facts.place_gender ?? '')],
          [say('verify.placeCategory'), String(facts.place_category ?? '')],
        ] as const)
      : []),
    [say('verify.serial'), escape(serial)],
    [say('verify.issued'), dayIn(frame, { timezone: facts?.timezone ?? 'America/Mexico_City' }, generated_at)],
    // It would confirm a name that somebody guesses.
    [say('verify.fingerprint'), isNameHidden ? '' : `<code>${escape(sha256)}</code>`],
  ];
  const result = resultOf(certificate);
  const subject = result && facts ? `${escape(facts.name)} · ${escape(facts.distance)}` : '';
  return pageOf(frame, {
    event: null,
    title: [subject, say('verify.title')].filter(Boolean).join(' · '),
    description: [subject, say(`verify.${status}`)].filter(Boolean).join('. '),
    ...(result ? { listedAs: result } : { isUnlisted: true }),
    content: `<h1>${say('verify.title')}</h1><p class="notice${isValid ? ' calm' : ''}" role="status">${say(`verify.${status}`)}</p>
${newer ? `<p><a class="button" href="${linkTo(`/verify/${newer}`, frame)}">${say('verify.newer')}</a></p>` : ''}
${isValid && isNameHidden ? `<p>${say('verify.hidden')}</p>` : ''}${isValid && !isNameHidden ? `<p><a class="button" href="/verify/${escape(serial)}/certificate.pdf">${say('verify.pdf')}</a></p>` : ''}
${result ? `<p><a href="${linkTo(result, frame)}">${say('verify.result')}</a></p>` : ''}<dl class="facts">${rows.map(([label, text]) => (text ? `<div><dt>${label}</dt><dd>${text}</dd></div>` : '')).join('')}</dl>`,
  });
};

/** A serial that no certificate has. */
export const noCertificatePage = (frame: Frame): string => {
  const say = sayIn(frame);
  return pageOf(frame, {
    event: null,
    title: say('verify.title'),
    description: say('verify.none'),
    isUnlisted: true,
    content: `<h1>${say('verify.title')}</h1><p class="notice" role="status">${say('verify.none')}</p>`,
  });
};
