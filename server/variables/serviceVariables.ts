import type { Variable } from './Variable';

/** Outside services; each is absent until it has an address. */
export const serviceVariables = [
  {
    name: 'SMTP_URL',
    otherwise: 'letters are kept and shown by the demo; in production none are written',
    meaning:
      'Server that sends invitations, password resets and letters to athletes; its provider reports what came back to `PUBLIC_ORIGIN/api/mail/webhook`',
    takes:
      'smtps://user:password@mail.example.com:465?from=no-reply@example.com, with &reports= and a secret of at least 32 characters where the provider reports',
    isSecret: true,
  },
  {
    name: 'PAYMENT_GATEWAY',
    otherwise: 'charges are kept in the database and nobody is asked for money; in production none are opened',
    meaning: 'Gateway where online charges are opened; it reports to `PUBLIC_ORIGIN/api/payments/webhook`',
    takes: 'https://key:webhook-secret@payments.example.com/v1?name=bank, with a secret of at least 32 characters',
    isSecret: true,
  },
  {
    name: 'CHARGE_SECONDS',
    fallback: '5',
    meaning: 'Pause between two checks for charges to open at the gateway; 0 leaves them waiting',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'PAYMENT_LINK',
    otherwise: 'letters name the e-mail of the organizer instead',
    meaning: 'Page of the site of the athletes where a registration is paid, for letters about a declined payment or an offered place',
    takes: 'an http or https address with {folio} after its host, such as https://www.example.com/pay/{folio}',
  },
  {
    name: 'PUSH_SERVICE',
    otherwise: 'push messages are kept as local deliveries and reach no phone; in production none are sent',
    meaning:
      'Service that brings push messages to phones: `POST {address}/messages`, once for each `idempotency-key`; it reports to `PUBLIC_ORIGIN/api/push/webhook`',
    takes:
      'https://key:webhook-secret@push.example.com/v1, with a secret of at least 32 characters, or without one where it reports nothing',
    isSecret: true,
  },
  {
    name: 'PUSH_SECONDS',
    fallback: '10',
    meaning: 'Pause between two checks for push messages to send; 0 leaves them waiting',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'BIKE_SERVICE',
    otherwise: 'orders are kept in the database and marked as local; in production none are',
    meaning: 'Service that keeps the orders of bike transport: `{address}/orders`',
    takes: 'https://key@bikes.example.com/v1',
    isSecret: true,
  },
  {
    name: 'BIKE_SECONDS',
    fallback: '300',
    meaning: 'Pause between two checks for changed orders at the bike service; 0 checks only when somebody refreshes',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'STORE_PICKUP',
    otherwise: 'pick-ups are kept in the database and marked as local; in production none are',
    meaning: 'Service of the stores where athletes fetch their kits: `{address}/pickups`',
    takes: 'https://key@stores.example.com/v1',
    isSecret: true,
  },
  {
    name: 'PICKUP_SECONDS',
    fallback: '300',
    meaning: 'Pause between two checks for changed pick-ups at the stores; 0 checks only when somebody refreshes',
    takes: 'a whole number from 0 to 86400',
  },
  {
    name: 'OBJECT_STORAGE',
    otherwise: 'files are kept in the database',
    meaning: 'Bucket, by the S3 protocol, that takes uploaded files',
    takes: 'https://key:secret@s3.example.com/bucket?region=us-east-1, with a folder after the bucket if it has one',
    isSecret: true,
  },
  {
    name: 'DORSAL_PLUGINS',
    otherwise: 'no plugins',
    meaning: 'Folders of plugins, which the server loads and the client is built with',
    takes: 'folders separated by commas, such as examples/race-photos',
  },
  {
    name: 'BI_HOST',
    otherwise: 'business reports are the charts of this server',
    meaning: 'Host of dashboards that the business reports embed: `GET {address}/dashboards`, and `{address}/embed/{id}?token=` in a frame',
    takes: 'https://key-id:signing-secret@bi.example.com/v1, of another origin than this server, with a secret of at least 32 characters',
    isSecret: true,
  },
] as const satisfies readonly Variable[];
