import { affiliationCodes } from './affiliationCodes';
import { benefitCodes } from './benefitCodes';
import { discountCodes } from './discountCodes';
import { invoicingCodes } from './invoicingCodes';
import { letterCodes } from './letterCodes';
import { questionCodes } from './questionCodes';
import { raceDayCodes } from './raceDayCodes';
import { resultCodes } from './resultCodes';
import { storeCodes } from './storeCodes';
import { tableCodes } from './tableCodes';

/** Codes that an answer or a field can have, each with the status of an answer with this code; the texts are `errors.*`. */
const reasons = {
  // For every request.
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  TOO_MANY_REQUESTS: 429,
  FILTER_TOO_HEAVY: 400,
  ANSWER_TOO_LONG: 400,
  TOO_MANY_AT_ONCE: 400,
  TOO_MANY_AT_ALL: 400,

  // The present state, and the rules of declarations: `rule` names which one.
  STALE_VERSION: 409,
  UNCHANGED: 409,
  BUSY: 409,
  CROWDED: 409,
  IN_USE: 409,
  ALREADY_EXISTS: 409,
  OVERLAPS: 409,
  CONTRADICTS: 409,
  STATE_NOT_ALLOWED: 409,
  RECORD_FIXED: 409,
  RULE_BROKEN: 400,
  REFUSED: 409,
  UNDO_CHANGED: 409,
  UNDO_LATE: 409,
  UNDO_NONE: 409,

  // The server and its surroundings.
  INTERNAL: 500,
  UNAVAILABLE: 503,
  TOO_SLOW: 503,
  UNCERTAIN: 503,
  DISK_FULL: 507,
  STORAGE_UNAVAILABLE: 503,
  BI_HOST_UNAVAILABLE: 503,
  NO_SERVICE: 409,
  WEBHOOK_ADDRESS: 400,

  // Files.
  TOO_LARGE: 413,
  BODY_TOO_SLOW: 408,
  UNSUPPORTED_FILE: 415,
  FILE_MISSING: 415,
  FILE_BROKEN: 400,
  FORM_BROKEN: 400,
  TOO_MANY_PIXELS: 400,
  NO_FILE_HERE: 400,
  UNKNOWN_PART: 400,

  // Files that are made from lists.
  DOWNLOAD_TOO_MANY_ROWS: 400,
  DOWNLOAD_TOO_LARGE: 400,
  DOWNLOAD_KEYS_CHANGED: 403,
  DOWNLOAD_TOO_MANY_WAIT: 409,
  DOWNLOAD_NOT_READY: 409,
  DOWNLOAD_EXPIRED: 409,
  DOWNLOAD_SEES_LESS: 403,
  SCHEDULE_TOO_OFTEN: 400,
  TEMPLATE_WITHOUT_LIST: 400,

  ...tableCodes,
  ...questionCodes,
  ...affiliationCodes,
  ...invoicingCodes,
  ...letterCodes,
  ...raceDayCodes,
  ...resultCodes,
  // Imports and their rows.
  IMPORT_UNKNOWN: 400,
  IMPORT_NEEDS_EVENT: 400,
  IMPORT_NEEDS_MAPPING: 409,
  IMPORT_BEGUN: 409,
  IMPORT_NOT_VALIDATED: 409,
  IMPORT_STOPPED: 409,
  IMPORT_UNDO_LATE: 409,
  IMPORT_NOTHING_WRITTEN: 409,
  IMPORT_CORRECTION_ROWS: 400,
  MODE_NOT_ALLOWED: 400,
  MATCH_NOT_MAPPED: 400,
  ROW_THERE: 409,
  ROW_UNMATCHED: 409,
  ROW_UNCLEAR: 409,
  ROW_CHANGED_SINCE: 409,
  ROW_TWICE: 409,
  NAME_ONE_WORD: 400,
  REFERENCE_UNKNOWN: 400,
  REFERENCE_UNCLEAR: 400,
  ATHLETE_UNSAID: 400,
  ATHLETE_UNKNOWN: 409,
  ATHLETE_PROPOSED: 409,
  ATHLETE_CONTRADICTS: 409,
  INBODY_NO_CONSENT: 409,
  CONSENT_AHEAD: 400,

  // People and permissions.
  UNKNOWN_PERSON: 403,
  NO_ACCOUNT: 409,
  SHARED_USER: 403,
  OWN_SECOND_FACTOR: 403,
  OWN_MEMBERSHIP: 403,
  OWN_PROFILE: 403,
  BEYOND_OWN_KEYS: 403,
  SEEING_READ_ONLY: 403,
  SEEING_BEYOND: 403,
  SEEING_TWO_STEPS: 409,
  SEEING_NO_SESSION: 409,
  SEEING_OVER: 401,
  LAST_MANAGER: 409,
  SYSTEM_PROFILE: 403,
  SYSTEM_PROFILE_ROLES: 403,
  STALE_CELL: 409,
  ALREADY_MEMBER: 409,
  ALREADY_INVITED: 409,
  INVITATION_OVER: 409,
  FUTURE_EVENTS: 409,

  // Events.
  PUBLISH_NOT_READY: 409,
  PUBLISH_NEEDS_PRICE: 409,
  PUBLISH_NEEDS_CONVOCATORY: 409,
  PUBLISH_NEEDS_EXONERATION: 409,
  PUBLISH_NEEDS_COVER: 409,
  EVENT_CANCELLED: 409,
  EVENT_NOT_CANCELLED: 409,
  EVENT_POSTPONED: 409,
  EVENT_NOT_POSTPONED: 409,
  EVENT_REFUNDED: 409,
  DATE_NOT_LATER: 400,
  NOTIFY_NEEDS_EVENTS: 400,
  MERGE_BLOCKED: 409,
  MERGE_TOO_LATE: 409,
  UNMERGE_BLOCKED: 409,
  SLUG_PUBLISHED: 409,
  EDITION_EXISTS: 409,
  PREVIOUS_NOT_EARLIER: 400,
  SOLD_TIER: 409,
  CONVOCATORY_FIXED: 409,
  TEMPLATE_FIXED: 409,
  QUESTION_OF_ITSELF: 400,
  QUESTION_ANSWERED: 409,
  ORDER_CHANGED: 409,
  PROMOTION_ENDED: 409,
  PROMOTION_ACTIVE: 409,
  EXPIRY_PAST: 400,
  EXPIRY_TOO_FAR: 400,
  NOTHING_TO_SHOW: 400,

  // Registrations.
  TRANSITION_NOT_ALLOWED: 409,
  NO_RETURN: 409,
  FROZEN: 403,
  SOLD_OUT: 409,
  DISTANCE_CLOSED: 409,
  DISTANCE_PAUSED: 409,
  AGE_NOT_ADMITTED: 400,
  BRANCH_NOT_ADMITTED: 400,
  CHANGES_NOT_ALLOWED: 409,
  SAME_EVENT: 409,
  KIT_DELIVERED: 409,
  BIB_TAKEN: 409,
  UNKNOWN_BIB: 400,
  POOL_EMPTY: 409,
  POOL_OVERLAPS: 409,
  POOL_IN_USE: 409,
  NO_SUCH_SIZE: 400,
  NO_SIZE_LEFT: 409,
  STOCK_BELOW_ZERO: 409,
  WAVE_DISTANCE: 400,
  WITHOUT_EMAIL: 409,
  LETTER_WAITS: 409,
  DOCUMENT_CURRENT: 409,
  NOTHING_PAID: 409,
  NOT_SIGNED: 409,

  // Sales of partners.
  SALE_FIXED: 409,
  SALE_DIFFERS: 409,
  SALE_KEPT: 409,
  SALE_DUPLICATE: 409,
  SALE_SETTLED: 409,

  // Waiting lists.
  OFFERS_CLOSED: 409,
  SEATS_LEFT: 409,
  ALREADY_REGISTERED: 409,
  ALREADY_WAITING: 409,
  ATHLETE_NOT_ACTIVE: 400,

  // Prices and payments.
  NO_PRICE_NOW: 400,
  DIFFERENCE_DUE: 400,
  NO_DIFFERENCE: 400,
  NAME_FEE: 409,
  AMOUNT_DIFFERS: 409,
  REFUND_TOO_MUCH: 400,
  REFUND_NOTHING: 409,
  REFUND_WAITING: 409,
  REFUND_ELSEWHERE: 409,
  DAY_NOT_OVER: 400,
  LATE_MONEY: 409,
  WALLET_NOT_ALLOWED: 409,
  WALLET_TOO_MUCH: 400,
  WALLET_EXCEEDS: 409,
  WALLET_SHORT: 409,
  WALLET_BLOCKED: 409,
  KEY_REUSED: 409,
  CREDIT_WAITING: 409,
  EVIDENCE_NEEDED: 400,
  PLAN_NOT_ON_SALE: 400,
  ENDS_ALREADY: 409,
  CHARGE_UNDER_WAY: 409,
  RESUME_PAST: 400,

  ...discountCodes,
  ...storeCodes,

  // Access points, and benefits that are handed over.
  ACCESS_PAUSED: 409,
  ACCESS_CLOSED: 409,
  ...benefitCodes,

  // Waivers.
  EXONERATION_FIXED: 409,
  EXONERATION_INACTIVE: 409,
  EXONERATION_ELSEWHERE: 400,
  GUARDIAN_SIGNS: 400,
  SIGNING_CLOSED: 409,
  ID_REQUIRED: 400,
  SIGNATURE_REQUIRED: 400,

  // Athletes, who may be forgotten once nothing of theirs is open.
  ANONYMIZED: 409,
  OPEN_INSCRIPTION: 409,
  OPEN_BALANCE: 409,
  OPEN_SUBSCRIPTION: 409,
  OPEN_AFFILIATION: 409,

  // Notifications.
  AUDIENCE_EMPTY: 409,
  NOTIFICATION_FIXED: 409,
  NOTIFICATION_ON_ITS_WAY: 409,
  SCHEDULE_PAST: 400,
  LIST_EMPTY: 400,
  LIST_TOO_LONG: 400,
  LIST_BY_EMAIL: 400,
  LIST_UNKNOWN: 400,

  // Records of outside services.
  RECORD_UNPLACED: 409,
  UNKNOWN_FOLIO: 409,
  UNKNOWN_EVENT: 409,
  UNKNOWN_EMAIL: 409,
} as const;

/** Errors of one value that was sent, and the status that they usually come with; the texts are `validation.*`. */
const faults = {
  REQUIRED: 400,
  INVALID_VALUE: 400,
  TOO_SHORT: 400,
  TOO_LONG: 400,
  TOO_LOW: 400,
  TOO_HIGH: 400,
  TOO_FEW: 400,
  TOO_MANY: 400,
  INVALID_EMAIL: 400,
  INVALID_URL: 400,
  INVALID_DATE: 400,
  INVALID_DATETIME: 400,
  INVALID_PHONE: 400,
  INVALID_SLUG: 400,
  INVALID_IMAGE: 400,
  NOT_ONE_LINE: 400,
  INVALID_FORMAT: 400,
  BY_ACTION: 400,
  NOT_A_CHOICE: 400,
  REPEATED: 400,
  INVALID_CHARACTERS: 400,
  UNKNOWN_PARAMETER: 400,
  NO_PARAMETERS: 400,
  GIVEN_TWICE: 400,
  UNKNOWN_FIELD: 400,
  READ_ONLY: 403,
  HIDDEN: 403,
  INVALID_REFERENCE: 400,
  NOT_UNIQUE: 409,
  CHECK_FAILED: 400,
  INVALID_FILTER: 400,
  TOO_MANY_COMPARISONS: 400,
  NOT_FILTERABLE: 400,
  INVALID_OPERATOR: 400,
  NOT_SORTABLE: 400,
  NOT_SEARCHABLE: 400,
  INVALID_PAGE: 400,
  INVALID_DURATION: 400,
  INVALID_COLOR: 400,
  UPLOAD_NOT_FOUND: 400,
  WRONG_FILE_KIND: 400,
  PICTURE_TOO_SMALL: 400,
  INVALID_CURP_DATE: 400,
  INVALID_CURP_DIGIT: 400,
  DAYS_OUT_OF_ORDER: 400,
} as const;

/** Every code that the services answer, with its status. A published code keeps its name and its meaning. */
export const errorCodes = { ...reasons, ...faults } as const;
/** An error code; an unknown one does not compile. */
export type ErrorCode = keyof typeof errorCodes;
/** The codes of one status. */
export type CodeOf<Status extends number> = { readonly [C in ErrorCode]: (typeof errorCodes)[C] extends Status ? C : never }[ErrorCode];

/** Why something is refused. */
export interface Reason {
  readonly code: ErrorCode;
  /** The declared rule, check or refusal, such as `coupons.percentAtMost100`. */
  readonly rule?: string | undefined;
  /** The parameters of the text; a value with a `key` is itself translated. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Where a resource has the texts of what it declares. */
const declared: Readonly<Partial<Record<ErrorCode, string>>> = { RULE_BROKEN: 'rules', CHECK_FAILED: 'checks', REFUSED: 'refusals' };

/**
 * The key of the text of a reason: `BIB_TAKEN` is `errors.bibTaken`, `RULE_BROKEN` of `coupons.percentAtMost100` is
 * `coupons.rules.percentAtMost100`.
 */
export const wordsOf = ({ code, rule }: Reason): string => {
  const section = declared[code];
  if (rule !== undefined && section) return rule.replace('.', `.${section}.`);
  const name = code.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${code in faults ? 'validation' : 'errors'}.${name}`;
};

/** Whether a text is a published code. */
export const isErrorCode = (text: unknown): text is ErrorCode => typeof text === 'string' && Object.hasOwn(errorCodes, text);
