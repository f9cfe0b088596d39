/** What the specification names one by one, copied from it word for word: section → items. A row of `docs/specification.md` answers for each. */
export const specificationItems: Readonly<Record<string, readonly string[]>> = {
  '2': [
    'root path', '/home', '/organizations/new-organization', 'any path containing followup', 'login', '/locales/{lng}/{ns}.json',
    'home', 'edit event', 'list events', 'event convocatory', 'new event', 'event inscription', 'event coupon', 'new/edit organisation', 'followup', 'new/edit carousel',
    'list organisations', 'add/edit users', 'stage', 'new/edit user', 'list users', 'tyr', 'inscriptions', 'event benefit', 'serial', 'event sponsor', 'delivery', 'fmtri types', 'fmtri list',
    'fmtri create/edit', 'event tshirt', 'certificate', 'download center', 'promotion', 'merge', 'notifications', 'inbody',
  ],
  '3': [
    'Organization: name', 'Organization: email', 'Organization: img', 'Organization: phone', 'Organization: phone_ext', 'Organization: countryid', 'Organization: contact name',
    'Organization: stateid', 'Organization: created', 'Organization: updated', 'Organization: storeid', 'User role: category', 'User role: slug', 'User role: name', 'Region', 'Category',
    'Update comment', 'Update t-shirt', 'Update race', 'Update number',
  ],
  '4': [
    'started', 'pending_payment', 'paid', 'assign_number', 'url_created', 'pdf_created', 'coupon_applied', 'no_assign_number', 'category_updated', 'cancelled', 'data_updated', 'merged', 'wallet_refund',
    'chargeback', 'change_event', 'number_updated', 'tshirt_updated', 'comment_updated', 'payment_declined', 'tshirt_saved', 'distance_saved', 'wallet_removed', 'mail_sended', 'questions_saved',
    'defrost_balance', 'distance_updated',
  ],
  '6': [
    'store', 'admin-store', 'reports-wo-contact-info', 'events', 'event-coupon', 'event-tshirt', 'event-inscription', 'event-import-inscriptions', 'event-benefits', 'event-followup', 'event-tyr',
    'event-sponsors', 'event-delivery', 'event-admin-inscription', 'convocatory', 'event-exoneration', 'user-roles', 'users-organization', 'organizations', 'asenter', 'push-notifications', 'web-users',
    'web-stage', 'web-carousels', 'web-serials', 'asdeporte-wallet', 'asdeporte-admin-wallet', 'external-inscriptions', 'apolo-suscriptions', 'create-suscriptions', 'cancel-suscriptions',
    'fmtri-affiliations', 'fmtri-affiliation-types', 'fmtri-affiliate-users', 'report-tribike', 'report-innovasport', 'promotion-bin', 'merge-user', 'inbody', 'reports-bi',
    'norte', 'bajio', 'sureste', 'sur', 'noreste', 'centro', 'national',
    'ASDEPORTE', 'FMTRI', 'EVENT', 'APOLO', 'APOLO-SUSCRIPTIONS',
  ],
  '7': [
    '/v2/event', '/v2/user', '/v2/inscription', '/v2/general', '/v2/organization', '/v2/tyr', '/v2/fmtri', '/v2/kits',
    'Organizations by user', 'User roles by organization', 'Organization by id', 'GraphQL at /v2/{service}/_/graphql', '{host}/api/upload', 'POST {host}/api/authenticate', 'A search client',
    'GET {auth}/session', 'GET {auth}/csrf', 'GET {auth}/providers', 'POST {auth}/session', 'POST {auth}/callback/{provider}', 'POST {auth}/signin/{provider}', 'POST {auth}/signout',
    'POST {auth}/_log',
  ],
};
