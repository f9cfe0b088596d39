/** One message to the devices of one person. `key` is the same for every attempt to send it. */
export interface PushMessage {
  readonly key: string;
  /** The recipient, as the push service knows people: `athlete:12`, or `staff:3` for a test. */
  readonly recipient: string;
  readonly app: string;
  readonly platform: string;
  readonly title: string;
  readonly body: string;
  readonly img: string | null;
  readonly deep_link: string | null;
}

/** The outcome: the id at the service, and whether the message has already arrived. */
export interface PushedMessage {
  readonly provider_ref: string;
  readonly status: 'sent' | 'delivered';
}

/** Sends push messages. Two attempts with the same key send one message. */
export interface Push {
  /** The name of the service in the rows of deliveries. */
  readonly name: 'local' | 'remote';
  readonly send: (message: PushMessage) => Promise<PushedMessage>;
  /** The secret that signs the reports of the service. Without it no report is accepted. */
  readonly webhookSecret?: string | undefined;
}
