import { isWanted, type Paper } from '@/domain/affiliations/papers';
import { isOneOf } from '@/schema/unknown';
import type { OpenedCharge } from '../../adapters/paymentGateway/PaymentGateway';
import { testCards } from '../../adapters/paymentGateway/localCards';
import { escape, hidden } from '../../auth/layout';
import { moneyIn, regional } from '../../kernel/regional';
import { framedPage, type Frame, type Say } from '../signing/framedPage';
import type { AffiliationPage } from './readAffiliationPage';

const sayIn =
  ({ translate, language }: Frame): Say =>
  (key, params) =>
    escape(translate(`fmtri_affiliations.page.${key}`, language, params));

const pageOf = (frame: Frame, title: string, content: string): string => framedPage(frame, sayIn(frame), { title, content });
const dayIn = ({ language }: Frame, day: string): string =>
  escape(new Intl.DateTimeFormat(regional[language], { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(`${day}T00:00:00Z`)));
const typeIn = ({ language }: Frame, { type }: AffiliationPage): string => escape(language === 'en' ? type.en || type.es : type.es);
const notice = (text: string, isCalm = true): string =>
  `<p class="notice${isCalm ? ' calm' : ''}" id="notice" role="${isCalm ? 'status' : 'alert'}" tabindex="-1">${text}</p>`;

/** An address that leads nowhere, or a request that cannot be done. */
export const problemPage = (frame: Frame, name: 'unknown' | 'broken' | 'tooMany' | 'failed' | 'noPayment'): string => {
  const say = sayIn(frame);
  return pageOf(frame, say(`problems.${name}.title`), `${notice(say(`problems.${name}.text`), false)}`);
};

/** What just happened on the page of an athlete. */
export type Happened = 'sent' | 'paid' | 'declined' | 'notWanted' | 'fileMissing' | 'fileKind' | 'fileLarge';
const calm: ReadonlySet<Happened> = new Set(['sent', 'paid']);

const paperItem = (frame: Frame, { path, isOpen }: { readonly path: string; readonly isOpen: boolean }, paper: Paper): string => {
  const say = sayIn(frame);
  const name = escape(frame.translate(`lists.affiliate_documents.${paper.type}`, frame.language));
  const reason = paper.state === 'rejected' && paper.kept?.reason ? `<p class="wrong">${escape(paper.kept.reason)}</p>` : '';
  const form =
    isOpen && isWanted(paper)
      ? `<form method="post" enctype="multipart/form-data" action="${path}/papers">${hidden({ lng: frame.language, paper: paper.type })}
<label for="file-${paper.type}">${say('papers.file', { paper: frame.translate(`lists.affiliate_documents.${paper.type}`, frame.language) })}</label><p class="hint">${say('papers.hint')}</p>
<input id="file-${paper.type}" name="file" type="file" required accept="image/png,image/jpeg,image/webp,application/pdf"><button type="submit">${say('papers.send')}</button></form>`
      : '';
  return `<section class="waiver" data-paper="${paper.type}"><h2>${name}</h2><p>${say(`papers.${paper.state}`)}</p>${reason}${form}</section>`;
};

interface Athletes {
  readonly page: AffiliationPage;
  readonly path: string;
  /** Whether this installation takes money online. */
  readonly pays: boolean;
  readonly check: string;
  readonly happened?: Happened | undefined;
}
/** The page of the athlete: how the affiliation is doing, what is to be paid, the papers, and the card. */
export const athletePage = (frame: Frame, { page, path, pays, check, happened }: Athletes): string => {
  const say = sayIn(frame);
  const { status, price_cents, ends_on, papers, number } = page;
  const isToPay = status === 'draft' || status === 'pending_payment';
  const isOpen = isToPay || status === 'pending_review';
  const money = escape(moneyIn(frame.language, price_cents));
  const payment = isToPay
    ? `<section class="waiver"><h2>${say('pay.title')}</h2><p>${say('pay.amount')} <strong>${money}</strong></p>${
        pays
          ? `<form method="post" action="${path}/pay">${hidden({ lng: frame.language })}<button type="submit">${say('pay.submit')}</button></form>`
          : `<p>${say('pay.counter')}</p>`
      }</section>`
    : '';
  const card =
    status === 'active' || status === 'suspended'
      ? `<section class="waiver"><h2>${say('card.title')}</h2><p>${say('card.number')} <strong>${escape(number ?? '')}</strong>. ${say('card.until')} <strong>${dayIn(frame, ends_on)}</strong>.</p>
${status === 'active' ? `<p><a href="${path}/card.pdf">${say('card.file')}</a></p>` : ''}<p><a href="${check}">${say('card.check')}</a></p></section>`
      : '';
  const wanted = papers.some(isWanted) && isOpen;
  return pageOf(
    frame,
    say('title'),
    `<p class="lead">${escape(page.name ?? '')} · ${typeIn(frame, page)}</p>${happened ? notice(say(`happened.${happened}`), calm.has(happened)) : ''}<p>${say(wanted && status === 'pending_review' ? 'status.papers' : `status.${status}`)}</p>
${payment}${card}${isOpen ? papers.map((paper) => paperItem(frame, { path, isOpen }, paper)).join('') : ''}`,
  );
};

/** The way to the page of the gateway, or the test cards of an installation without one. */
export const payPage = (
  frame: Frame,
  {
    page,
    path,
    opened,
    isLocal,
  }: { readonly page: AffiliationPage; readonly path: string; readonly opened: OpenedCharge; readonly isLocal: boolean },
): string => {
  const say = sayIn(frame);
  const cards = Object.entries(testCards)
    .map(
      ([last4, { brand, code }], at) =>
        `<label class="check"><input type="radio" name="card" value="${last4}"${at === 0 ? ' checked' : ''}> <span>${escape(brand)} ···· ${last4}: ${say(code === null ? 'pay.accepts' : 'pay.declines')}</span></label>`,
    )
    .join('');
  const way = isLocal
    ? `<p>${say('pay.local')}</p><form method="post" action="${path}/pay">${hidden({ lng: frame.language })}${cards}<button type="submit">${say('pay.submit')}</button></form>`
    : opened.url
      ? `<p><a class="button" href="${escape(opened.url)}" rel="noreferrer">${say('pay.goOn')}</a></p>`
      : `<p>${say('pay.reference')} <strong>${escape(opened.reference ?? opened.provider_ref)}</strong></p>`;
  return pageOf(
    frame,
    say('pay.title'),
    `<p class="lead">${escape(page.name ?? '')} · ${typeIn(frame, page)}</p><p>${say('pay.amount')} <strong>${escape(moneyIn(frame.language, page.price_cents))}</strong></p>${way}<p><a href="${path}?lng=${frame.language}">${say('back')}</a></p>`,
  );
};

const holds = ['valid'] as const;
/** Whether a card holds today, for anyone who reads its code: whose it is and until when, and nothing to reach them by. */
export const checkPage = (frame: Frame, page: AffiliationPage): string => {
  const say = sayIn(frame);
  const isPast = page.standing === 'ended' || page.standing === 'waiting';
  const rows: readonly (readonly [string, string])[] = [
    [say('check.name'), escape(page.name ?? '')],
    [say('check.number'), escape(page.number ?? '')],
    [say('check.type'), typeIn(frame, page)],
    [say('check.season'), String(page.season)],
    [say('check.from'), dayIn(frame, page.starts_on)],
    [say('check.until'), dayIn(frame, page.ends_on)],
    [say('check.state'), escape(page.state)],
  ];
  return pageOf(
    frame,
    say('check.title'),
    `${notice(say(`check.standings.${page.standing}`), isOneOf(holds, page.standing))}${isPast ? '' : `<dl class="facts">${rows.map(([label, text]) => (text ? `<div><dt>${label}</dt><dd>${text}</dd></div>` : '')).join('')}</dl>`}`,
  );
};
