/** One message to the devices of one person. `key` is the same however often it is sent. */
export interface PushMessage {
  readonly key: string;
  /** Who it is for, as the push service knows people: `athlete:12`, or `staff:3` for a test. */
  readonly recipient: string;
  readonly app: string;
  readonly platform: string;
  readonly title: string;
  readonly body: string;
  readonly img: string | null;
  readonly deep_link: string | null;
}

/** What became of it: its name at the service, and whether it has arrived already. */
export interface PushedMessage {
  readonly provider_ref: string;
  readonly status: 'sent' | 'delivered';
}

/** The way out for push messages; sending one twice under the same key sends it once. */
export interface Push {
  /** How deliveries name it. */
  readonly name: 'local' | 'remote';
  readonly send: (message: PushMessage) => Promise<PushedMessage>;
  /** What its reports are signed with; without it none are believed. */
  readonly webhookSecret?: string | undefined;
}
