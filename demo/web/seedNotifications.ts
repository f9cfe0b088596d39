import type pg from 'pg';
import { day, hour, iso, type Calendar } from '../calendar';
import { insertRows } from '../insertRows';
import type { Coming } from './Coming';

const deliverSql = `
  insert into notification_deliveries (notificationid, web_userid, provider, status, sent_at, opened_at, is_test, attempts, created, updated)
  select 1, web_userid, 'local', case when web_userid % 5 = 0 then 'opened' when web_userid % 17 = 0 then 'failed' else 'delivered' end, $1::timestamptz, case when web_userid % 5 = 0 then $1::timestamptz + interval '10 minutes' end, false, 1, $1, $1
    from (select distinct web_userid from inscriptions where eventid = $2 and status in ('paid', 'assign_number') and deleted_at is null order by 1 limit 60) reached`;

/** One message has a list of people. */
const listSql = `
  update notifications set audience_list = (select string_agg(web_userid::text, chr(10) order by web_userid)
    from (select distinct w.web_userid from inscriptions i join web_users w using (web_userid) where i.eventid = $1 and i.status in ('paid', 'assign_number') and w.status = 'active' order by 1 limit 24) named) where notificationid = 4`;

/** Push messages: one that was sent, drafts and a cancelled one. */
export const seedNotifications = async (client: pg.ClientBase, { now, today }: Calendar, event: Coming): Promise<void> => {
  const stamps = (days: number) => ({ created: iso(now - days * day), updated: iso(now - days * day) });
  const base = {
    platform: 'all',
    app: 'ASDEPORTE',
    eventids: null,
    audience_statuses: null,
    audience_regions: null,
    kit_pending: false,
    audience_count: null,
    scheduled_at: null,
    deep_link: null,
  };
  const sent = iso(now - 4 * day - 2 * hour);
  await insertRows(client, 'notifications', [
    {
      ...base,
      notificationid: 1,
      title: 'Tu kit te espera',
      body: 'Recoge tu kit el viernes y sábado de 10:00 a 19:00. Lleva identificación y tu folio.',
      eventids: [event.eventid],
      audience_statuses: ['paid', 'assign_number'],
      kit_pending: true,
      audience_count: 60,
      deep_link: `/eventos/${event.eventid}`,
      status: 'sent',
      ...stamps(5),
    },
    {
      ...base,
      notificationid: 2,
      title: 'Cambio de hora de salida',
      body: 'Por obras en la ruta, la salida del 10K se mueve a las 7:30. Llega con tiempo.',
      eventids: [event.eventid],
      status: 'draft',
      ...stamps(1),
    },
    {
      ...base,
      notificationid: 4,
      title: 'Gracias, voluntarios',
      body: 'Su playera y su constancia los esperan en la mesa 3 el sábado desde las 9:00.',
      eventids: [event.eventid],
      status: 'draft',
      ...stamps(2),
    },
    {
      ...base,
      notificationid: 3,
      title: 'Últimos lugares',
      body: 'Quedan pocos lugares para el serial del Caribe. Inscríbete antes del domingo.',
      audience_regions: ['sureste'],
      scheduled_at: iso(today - 8 * day),
      status: 'cancelled',
      ...stamps(9),
    },
  ]);
  await client.query(deliverSql, [sent, event.eventid]);
  await client.query(listSql, [event.eventid]);
};
