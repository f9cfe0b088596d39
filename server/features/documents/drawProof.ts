import { moneyIn } from '../../kernel/regional';
import type { Proof } from './Proof';
import { dateIn, dayOf, drawFoot, drawHead, faint, fitting, innerOf, put, rule, signal, soft, type Paper, type Sheet } from './sheet/Sheet';
import { drawQr } from './sheet/drawQr';
import { writeSheet } from './sheet/writeSheet';

/** A5, because people carry it and show it on a phone. */
const paper: Paper = { width: 419.53, height: 595.28, margin: 30 };
const { width, margin } = paper,
  inner = innerOf(paper);

interface Setting extends Sheet {
  readonly proof: Proof;
}

const timed = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const bibHeight = 124,
  hole = 3.4;
/** The bib number as it is worn: the first thing that people look for on the proof. */
const drawBib = (at: Setting, y: number): number => {
  const { page, proof, say } = at;
  page.lineWidth(1).roundedRect(margin, y, inner, bibHeight, 6).stroke(rule);
  page.roundedRect(margin, y, inner, 5, 2).fill(signal);
  for (const x of [margin + 14, width - margin - 14])
    for (const top of [y + 18, y + bibHeight - 13]) page.circle(x, top, hole).stroke(rule);
  const text = proof.number ?? say('inscription_documents.proof.noBib'),
    room = inner - 80;
  const size = fitting(at, text, room, proof.number ? 62 : 24, 12);
  put(at, say('inscription_documents.proof.bib').toUpperCase(), margin, y + 12, { size: 7, bold: true, color: faint, align: 'center' });
  put(at, text, margin + 40, y + 54 - size * 0.7, { size, bold: true, width: room, align: 'center' });
  if (!proof.number)
    put(at, say('inscription_documents.proof.noBibNote'), margin + 40, y + 73, { size: 8, color: soft, width: room, align: 'center' });
  put(at, proof.name, margin + 30, y + bibHeight - 29, {
    size: fitting(at, proof.name, inner - 60, 14, 7),
    bold: true,
    width: inner - 60,
    align: 'center',
    lines: 1,
  });
  return y + bibHeight + 14;
};

const qrSide = 104,
  factsWidth = inner - qrSide - 18;
const factsOf = ({ proof, say }: Setting): readonly (readonly [label: string, value: string])[] => {
  const word = (name: string): string => say(`inscription_documents.proof.${name}`);
  const shirt = [proof.shirt, proof.size].filter(Boolean).join(' · ');
  const all: readonly (readonly [string, string | null])[] = [
    [word('distance'), proof.distance],
    [word('category'), proof.category],
    [word('wave'), proof.wave],
    [word('start'), dateIn(proof, timed)(proof.starts_at)],
    [word('shirt'), shirt || null],
    [word('paid'), proof.paid_cents > 0 ? moneyIn(proof.locale, proof.paid_cents) : word('free')],
    [word('folio'), proof.folio],
  ];
  return all.filter((fact): fact is readonly [string, string] => fact[1] !== null);
};

const labelWidth = 66;
const drawFacts = (at: Setting, top: number): number => {
  const { say } = at;
  let y = top;
  for (const [label, value] of factsOf(at)) {
    put(at, label, margin, y + 1, { size: 8, color: faint, width: labelWidth });
    y += put(at, value, margin + labelWidth, y, { size: 9.5, bold: true, width: factsWidth - labelWidth, lines: 2 }) + 3;
  }
  const x = width - margin - qrSide;
  drawQr(at.page, { text: at.proof.qr, x, y: top, side: qrSide, ecc: 'M' });
  const said = put(at, say('inscription_documents.proof.scan'), x, top + qrSide + 5, {
    size: 6.5,
    color: faint,
    width: qrSide,
    align: 'center',
    lines: 3,
  });
  return Math.max(y, top + qrSide + 5 + said) + 10;
};

const drawList = (at: Setting, top: number, title: string, lines: readonly string[]): number => {
  let y = top + put(at, title, margin, top, { size: 9.5, bold: true }) + 2;
  for (const line of lines) {
    put(at, '•', margin, y, { size: 8.5, color: signal, width: 8 });
    y += put(at, line, margin + 9, y, { size: 8.5, color: soft, width: inner - 9, lines: 2 }) + 1;
  }
  return y + 7;
};

const drawDesks = (at: Setting, top: number): number => {
  const { proof, say } = at;
  if (proof.desks.length === 0) return top;
  const clock = dateIn(proof, timed);
  const lines = proof.desks.map(({ name, opens_at, closes_at }) =>
    [
      name,
      opens_at && closes_at
        ? say('inscription_documents.proof.deskUntil', { from: clock(opens_at), until: clock(closes_at) })
        : opens_at
          ? clock(opens_at)
          : null,
    ]
      .filter(Boolean)
      .join(': '),
  );
  return drawList(at, top, say('inscription_documents.proof.desks'), lines);
};

const drawOwnFoot = (at: Setting): void => {
  const { proof, say } = at;
  drawFoot(at, [
    `${say('inscription_documents.proof.organization')}: ${proof.organization} · ${proof.contact}`,
    say('inscription_documents.proof.zone', { zone: proof.timezone }),
  ]);
};

const signSide = 58,
  signGap = 12,
  foot = 45;
/** Where the waiver is signed: a code for the phone, and the address as a link. */
const drawSigning = (at: Setting, top: number, address: string): void => {
  const { page, say, height } = at;
  const hasRoom = top + signSide <= height - foot;
  if (!hasRoom) {
    page.addPage();
    drawOwnFoot(at);
  }
  const y = hasRoom ? top : margin;
  drawQr(at.page, { text: address, x: margin, y, side: signSide, ecc: 'L' });
  const x = margin + signSide + signGap,
    room = inner - signSide - signGap;
  let line = y + 4;
  line += put(at, say('inscription_documents.proof.sign'), x, line, { size: 9.5, bold: true, width: room }) + 2;
  line += put(at, say('inscription_documents.proof.signHow'), x, line, { size: 8.5, color: soft, width: room, lines: 2 }) + 3;
  const size = fitting(at, address, room, 7.5, 5);
  const tall = put(at, address, x, line, { size, color: soft, width: room, lines: 2 });
  page.link(x, line, room, tall, address);
};

const draw = (at: Setting): void => {
  const { proof, say } = at;
  const word = (name: string): string => say(`inscription_documents.proof.${name}`);
  const top = drawHead(at, { title: word('title'), event: proof.event, lines: [dayOf(proof, proof.start_at), proof.place.join(' · ')] });
  const listed = drawDesks(at, drawFacts(at, drawBib(at, top)));
  const brought = drawList(at, listed, word('bring'), [
    word('bringProof'),
    word('bringId'),
    ...(proof.isMinor ? [word('bringGuardian')] : []),
    ...(proof.mustSign && !proof.signAt ? [word('bringWaiver')] : []),
  ]);
  drawOwnFoot(at);
  if (proof.signAt) drawSigning(at, brought, proof.signAt);
};

/** Draws a proof of registration. */
export const drawProof = (proof: Proof): Promise<Buffer> =>
  writeSheet(proof, 'inscription_documents.proof.title', paper, (sheet) => draw({ ...sheet, proof }));
