import { moneyIn } from '../../kernel/regional';
import { paymentTable, priceFacts } from './drawReceipt';
import { editionOf, signerOf, wayOf } from './drawWaiver';
import type { Evidence, DeliveryLine, DeliveredItem, LogLine } from './Evidence';
import { facts, heading, paragraph, table, type Column, type Flow } from './sheet/Flow';
import { momentOf, soft } from './sheet/Sheet';
import { writePages } from './sheet/writePages';

const word = (flow: Flow, name: string): string => flow.say(`inscription_documents.evidence.${name}`);
const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** A table under its title, or a line that says that there is no such data, so that the bank sees that it was looked for. */
const section = (flow: Flow, title: string, columns: readonly Column[], rows: readonly (readonly string[])[]): void => {
  heading(flow, word(flow, title));
  if (rows.length === 0) paragraph(flow, word(flow, 'none'), { color: soft });
  else table(flow, columns, rows);
};
const column = (label: string, share: number): Column => ({ label, share });

const drawWho = (flow: Flow, { head, holder, status, dispute }: Evidence): void => {
  const { say } = flow;
  heading(flow, word(flow, 'dispute'));
  facts(flow, [
    [word(flow, 'opened'), dispute && momentOf(flow, dispute.opened_at)],
    [word(flow, 'amount'), dispute && moneyIn(flow.locale, dispute.amount_cents)],
    [word(flow, 'reference'), dispute?.reference ?? null],
    [word(flow, 'outcome'), dispute && say(`inscription_documents.evidence.outcomes.${dispute.status}`)],
    [word(flow, 'payee'), joined(head.legal_name ?? head.organization, head.rfc && `RFC ${head.rfc}`)],
  ]);
  heading(flow, word(flow, 'who'));
  facts(flow, [
    [word(flow, 'name'), head.name],
    [say('inscriptions.fields.folio'), head.folio],
    [say('inscriptions.fields.number'), head.number],
    [say('inscriptions.fields.status'), say(`inscriptions.choices.status.${status}`)],
    [say('inscriptions.fields.email'), holder.email],
    [say('inscriptions.fields.phone'), holder.phone],
    [say('inscriptions.fields.birth_date'), holder.birth_date],
    [say('inscriptions.fields.city'), holder.city],
    [
      word(flow, 'registered'),
      joined(
        momentOf(flow, head.registered_at),
        holder.registered_through && say(`inscriptions.choices.channel.${holder.registered_through}`),
      ),
    ],
  ]);
};

const itemOf = (flow: Flow, { name, qty, status, new_size }: DeliveredItem): string =>
  joined(`${qty} × ${name ?? '—'}${new_size ? ` (${new_size})` : ''}`, flow.say(`lists.piece_states.${status}`));
const receiverOf = (flow: Flow, { receiver_type, receiver_name, id_type, id_last4 }: DeliveryLine): string =>
  [
    joined(flow.say(`lists.receiver_types.${receiver_type}`), receiver_name),
    id_type && joined(flow.say(`lists.id_types.${id_type}`), id_last4 && `···· ${id_last4}`),
  ]
    .filter(Boolean)
    .join('\n');
const drawDeliveries = (flow: Flow, { deliveries }: Evidence): void =>
  section(
    flow,
    'deliveries',
    [column(word(flow, 'when'), 20), column(word(flow, 'where'), 22), column(word(flow, 'receiver'), 28), column(word(flow, 'items'), 32)],
    deliveries.map((each) => [
      momentOf(flow, each.at),
      joined(each.desk, each.by),
      receiverOf(flow, each),
      [
        joined(flow.say(`kit_deliveries.choices.status.${each.status}`), each.number === null ? null : String(each.number)),
        ...each.items.map((item) => itemOf(flow, item)),
      ].join('\n'),
    ]),
  );

const clock = (ms: number | null): string => (ms === null ? '—' : new Date(ms).toISOString().slice(11, 19));
const drawPresence = (flow: Flow, { scans, results, checked_in_at }: Evidence): void => {
  const { say } = flow;
  const arrived = checked_in_at ? [[momentOf(flow, checked_in_at), word(flow, 'checkIn'), '']] : [];
  section(
    flow,
    'presence',
    [column(word(flow, 'when'), 25), column(word(flow, 'where'), 40), column(word(flow, 'what'), 35)],
    [
      ...arrived,
      ...scans.map(({ at, point, direction, result }) => [
        momentOf(flow, at),
        joined(point, say(`access_scans.choices.direction.${direction}`)),
        say(`access_scans.choices.result.${result}`),
      ]),
    ],
  );
  section(
    flow,
    'results',
    [
      column(say('results.fields.number'), 15),
      column(say('results.fields.status'), 25),
      column(say('results.fields.chip_time_ms'), 20),
      column(say('results.fields.gun_time_ms'), 20),
      column(say('results.fields.place_overall'), 20),
    ],
    results.map(({ number, status, chip_time_ms, gun_time_ms, place_overall }) => [
      number === null ? '—' : String(number),
      say(`results.choices.status.${status}`),
      clock(chip_time_ms),
      clock(gun_time_ms),
      place_overall === null ? '—' : String(place_overall),
    ]),
  );
};

/** The changed fields, by the labels of the screen if they have one. */
const changedIn = (flow: Flow, { changed }: LogLine): string =>
  changed
    .map((field) => {
      const key = `inscriptions.fields.${field}`,
        said = flow.say(key);
      return said === key ? field : said;
    })
    .join(', ');
const drawLog = (flow: Flow, { log }: Evidence): void =>
  section(
    flow,
    'log',
    [column(word(flow, 'when'), 20), column(word(flow, 'what'), 24), column(word(flow, 'actor'), 26), column(word(flow, 'changed'), 30)],
    log.map((step) => [
      momentOf(flow, step.at),
      flow.say(`inscription_log.choices.status.${step.status}`),
      joined(flow.say(`inscription_log.choices.actor_type.${step.actor_type}`), step.actor, step.ip),
      changedIn(flow, step),
    ]),
  );

/** Draws an evidence pack. */
export const drawEvidence = (evidence: Evidence, content: string): Promise<Buffer> =>
  writePages(evidence.head, { title: 'inscription_documents.evidence.title', content }, (flow) => {
    paragraph(flow, word(flow, 'intro'), { color: soft });
    drawWho(flow, evidence);
    heading(flow, word(flow, 'price'));
    facts(flow, priceFacts(flow, evidence.price));
    heading(flow, word(flow, 'payments'));
    paymentTable(flow, evidence.payments);
    section(
      flow,
      'waiver',
      [column(word(flow, 'when'), 20), column(word(flow, 'text'), 30), column(word(flow, 'signer'), 26), column(word(flow, 'how'), 26)],
      evidence.signatures.map((each) => [
        each.signed_at ? momentOf(flow, each.signed_at) : '—',
        [editionOf(flow, each), each.sha256].filter(Boolean).join('\n'),
        joined(signerOf(flow, each), flow.say(`exoneration_signatures.choices.status.${each.status}`)),
        joined(wayOf(flow, each), each.witness && `${word(flow, 'witness')}: ${each.witness}`, each.ip),
      ]),
    );
    drawDeliveries(flow, evidence);
    drawPresence(flow, evidence);
    drawLog(flow, evidence);
  });
