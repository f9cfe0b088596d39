/** Writes the paid registrations of an event as CSV, and subscribes a webhook to what changes: `DORSAL_API_KEY=... node listRegistrations.js HOST EVENTID WEBHOOK_URL`. */
import { createDorsal, dataOf, DorsalError } from '@dorsal/client';

const perpage = 100;
const [host = 'http://127.0.0.1:3000', event = '', webhook] = process.argv.slice(2);
const dorsal = createDorsal({ host, apiKey: process.env['DORSAL_API_KEY'] ?? '', locale: 'en' });
const eventid = Number(event);

const cell = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`;

const writeRegistrations = async (): Promise<void> => {
  process.stdout.write('folio,name,number,status\n');
  const filter = JSON.stringify({
    and: [
      { field: 'eventid', op: 'eq', value: eventid },
      { field: 'status', op: 'in', value: ['paid', 'assign_number'] },
    ],
  });
  for (let page = 1; ; page += 1) {
    const query = { filter, page, perpage, columns: 'folio,first_name,last_name,number,status' };
    const rows = dataOf(await dorsal.inscription.GET('/inscriptions', { params: { query } }));
    for (const { folio, first_name, last_name, number, status } of rows)
      process.stdout.write(`${[folio, `${first_name} ${last_name}`, number, status].map(cell).join(',')}\n`);
    if (rows.length < perpage) return;
  }
};

const subscribe = async (url: string): Promise<void> => {
  const { organizationid } = dataOf(await dorsal.event.GET('/events/{id}', { params: { path: { id: eventid } } }));
  const events: ['registration.paid'] = ['registration.paid'];
  const made = dataOf(
    await dorsal.organization.POST('/webhooks', {
      body: { organizationid: Number(organizationid), name: 'Paid registrations', url, events },
    }),
  );
  process.stderr.write(`webhook ${made.webhookid} waits for its secret\n`);
};

try {
  await writeRegistrations();
  if (webhook !== undefined) await subscribe(webhook);
} catch (error) {
  if (!(error instanceof DorsalError)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  for (const { path, message } of error.errors) process.stderr.write(`  ${path}: ${message}\n`);
  process.exitCode = 1;
}
