-- Audits of earlier versions held what opens something: the page of a card, the code of a registration, the link of a payment.
WITH secrets ("resource", "names") AS (
  VALUES
    ('apolo_subscriptions', ARRAY['card_link', 'card_session', 'card_ref']),
    ('inscriptions', ARRAY['qr_token']),
    ('payments', ARRAY['voucher_url']),
    ('store_sales', ARRAY['pay_link'])
)
UPDATE "audits" AS a
SET "before" = nullif(a."before" - s."names", '{}'), "after" = nullif(a."after" - s."names", '{}')
FROM secrets s
WHERE a."resource" = s."resource" AND (a."before" ?| s."names" OR a."after" ?| s."names");
