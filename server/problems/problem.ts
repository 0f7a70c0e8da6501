import type { Code } from '../../domain/core/codes.ts'
import { defaultLanguage, isLanguageCode, type LanguageCode } from '../../domain/core/languages.ts'
import de from '../../locales/de/errors.json' with { type: 'json' }
import en from '../../locales/en/errors.json' with { type: 'json' }
import es from '../../locales/es/errors.json' with { type: 'json' }
import fr from '../../locales/fr/errors.json' with { type: 'json' }
import it from '../../locales/it/errors.json' with { type: 'json' }
import ru from '../../locales/ru/errors.json' with { type: 'json' }

/** Our languages in an `Accept-Language` header, by preference. */
export const acceptedLanguages = (header: string | undefined): LanguageCode[] =>
  (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
      return { language: tag.split('-')[0]!.trim(), quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
    .filter(isLanguageCode)

// English is the fallback.
const texts: Record<LanguageCode, Partial<Record<Code, string>>> = { fr, en, de, it, es, ru }

export type Detail = { language: LanguageCode; text: string }

/** Text of a code in the preferred language, default French. */
export const detailOf = (code: Code, acceptLanguage: string | undefined): Detail => {
  const language = acceptedLanguages(acceptLanguage)[0] ?? defaultLanguage
  return { language, text: texts[language][code] ?? en[code] }
}

/** Seconds until a retry makes sense; a refusal may have its own. */
export const retryAfter: Partial<Record<Code, number>> = {
  DATABASE_UNAVAILABLE: 2,
  DISK_FULL: 30,
  FILES_UNAVAILABLE: 10,
  OVERLOADED: 2,
  READ_TOO_SLOW: 10,
  TOO_MANY_CALLS: 2,
  TOO_MANY_CHANGES: 60,
  TOO_MANY_EVENTS: 60,
  SECRETS_UNREADABLE: 60,
  IDEMPOTENCY_IN_FLIGHT: 1,
  INTERRUPTED: 2,
}

/** `type` of an RFC 9457 problem. */
export const problemType = (code: Code): string =>
  `urn:waybill:problem:${code.toLowerCase().replaceAll('_', '-')}`

/** HTTP status of each code. Field codes are 400 alone. */
export const statusOf: Record<Code, number> = {
  UNAUTHORIZED: 401,
  BAD_CREDENTIALS: 401,
  EMAIL_NOT_VERIFIED: 403,
  NOT_ACTIVATED: 403,
  FORBIDDEN: 403,
  KEY_UNKNOWN: 401,
  KEY_REVOKED: 401,
  KEY_EXPIRED: 401,
  KEY_OWNER_INACTIVE: 403,
  KEY_ROLE_CHANGED: 403,
  KEY_COUNTRY_CHANGED: 403,
  KEY_FORBIDDEN: 403,
  TOO_MANY_ATTEMPTS: 429,

  VALIDATION_FAILED: 400,
  REQUIRED: 400,
  UNKNOWN_FIELD: 400,
  READ_ONLY: 400,
  UNKNOWN_PARAMETER: 400,
  NOT_TEXT: 400,
  NOT_A_NUMBER: 400,
  NOT_AN_INTEGER: 400,
  NOT_A_CHOICE: 400,
  NOT_A_FLAG: 400,
  NOT_A_DATE: 400,
  IN_THE_PAST: 400,
  IN_THE_FUTURE: 400,
  DATE_RANGE_INVALID: 400,
  NOT_AN_ID: 400,
  NOT_A_LIST: 400,
  NOT_A_URL: 400,
  LINK_UNSAFE: 400,
  TOO_SHORT: 400,
  TOO_LONG: 400,
  TOO_SMALL: 400,
  TOO_LARGE: 400,
  TOO_MANY_DECIMALS: 400,
  TOO_MANY_IDS: 400,
  TOO_MANY_MANIFESTS: 400,
  NAMED_TWICE: 400,
  TOO_MANY_LABELS: 400,
  INVALID_EMAIL: 400,
  INVALID_PHONE: 400,
  INVALID_TEXT: 400,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_LONG: 400,
  EMAIL_LOOK_ALIKE: 400,
  PASSWORD_TOO_COMMON: 400,
  PASSWORD_WRONG: 400,
  BAD_JSON: 400,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,

  NOT_FOUND: 404,
  PRODUCT_NOT_FOUND: 400,
  PRODUCT_AMBIGUOUS: 400,
  OWNER_NOT_FOUND: 400,
  DELIVERY_GUY_NOT_FOUND: 400,
  AFFILIATE_NOT_FOUND: 400,
  PACKAGE_NOT_FOUND: 400,
  TEMPLATE_NOT_FOUND: 400,
  EMAIL_TAKEN: 409,
  PACK_TAKEN: 409,
  ALREADY_BLOCKED: 409,
  CITY_IN_OTHER_ZONE: 409,
  TARIFF_TAKEN: 409,
  AD_COST_TAKEN: 409,
  TARIFF_NEEDED: 409,
  BOUNDS_INVERTED: 400,
  ZONE_NOT_FOUND: 400,
  INVOICE_NOT_FOUND: 400,
  TOO_MANY_ENTRIES: 400,
  CITY_UNREADABLE: 400,
  CITY_TWICE: 400,
  VIEW_NAME_TAKEN: 409,
  LINK_INVALID: 400,
  SCAN_CODE_INVALID: 400,
  SELF_CHANGE: 409,
  CALLS_OF_AGENTS: 409,
  HOURS_UNREADABLE: 400,
  SPACING_UNREADABLE: 400,
  DAYS_UNREADABLE: 400,
  NO_DAY_LEFT: 400,
  RANGE_TOO_LONG: 400,
  STALE_VERSION: 412,
  PRECONDITION_INVALID: 400,
  CURSOR_INVALID: 400,
  CURSOR_GONE: 410,
  CONFLICT: 409,
  IN_USE: 409,

  NO_SUCH_TRANSITION: 409,
  ALREADY_THERE: 409,
  SAME_COMMENT: 409,
  ALREADY_TAKEN: 409,
  OWN_OFFER: 409,
  COMMENT_REQUIRED: 400,
  OUT_OF_STOCK: 409,
  STOCK_RESERVED: 409,
  SHIPPING_IS_OUT: 409,
  ORDER_IS_CONFIRMED: 409,
  ORDER_NOT_PENDING: 409,
  CUSTOMER_BLOCKED: 409,
  OTHER_CUSTOMER: 409,
  VARIABLE_UNKNOWN: 400,
  VARIABLE_MISSING: 409,
  SHIPPING_IS_OVER: 409,
  DELIVERY_GUY_REQUIRED: 400,
  DATE_REQUIRED: 400,
  COLLECTED_TOO_MUCH: 400,
  REASON_REQUIRED: 400,
  ALREADY_INVOICED: 409,
  INVOICE_IS_PAID: 409,
  ALREADY_PAID: 409,
  MORE_THAN_OWED: 409,
  PAYOUT_BELOW_ZERO: 400,
  PAID_BY_PAYOUT: 409,
  SETTLED_BY_HAND: 409,
  MANIFEST_HAS_MOVED: 409,
  CASH_HANDED_OVER: 409,
  CASH_CHANGED: 409,
  NOTE_REQUIRED: 400,
  NOTHING_TO_HAND_OVER: 409,
  EXPEDITION_IS_CONFIRMED: 409,
  STOCK_USED: 409,
  CLAIMED_BY_ANOTHER: 409,
  ALREADY_YOURS: 409,
  NOBODY_CALLS: 409,
  SHARED_BY_ANOTHER: 403,
  TOO_MANY_VIEWS: 409,
  PREFERENCES_TOO_LARGE: 413,
  MOVED_ON: 409,
  ALREADY_UNDONE: 409,
  NOT_UNDOABLE: 409,

  FILTER_NOT_APPLIED: 409,
  NOTHING_TO_REPEAT: 409,
  OTHER_LIST: 409,
  ONE_AT_A_TIME: 409,
  NOTHING_IN_HAND: 409,
  NO_STEPS: 409,
  NO_MACROS: 409,
  STEP_GONE: 409,
  STEP_FORBIDDEN: 409,

  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_IN_FLIGHT: 409,
  IDEMPOTENCY_KEY_INVALID: 400,
  TOO_MANY_KEYS: 429,
  ANSWER_GONE: 410,

  FILE_MISSING: 400,
  FILE_TOO_LARGE: 413,
  FILE_NOT_A_SPREADSHEET: 400,
  FILE_TOO_COMPLEX: 400,
  FILE_EMPTY: 400,
  FILE_TOO_MANY_ROWS: 400,
  FILE_WITHOUT_HEADER: 400,
  FILE_ALREADY_IMPORTED: 409,
  MISSING_COLUMN: 400,
  ALREADY_IMPORTED: 409,
  DUPLICATE_IN_FILE: 409,
  ORDER_EXISTS: 409,
  ROW_HIDDEN: 409,
  ROW_LEFT_OUT: 409,
  ROW_CANCELLED: 409,
  ROW_REFUNDED: 409,
  ROW_FULFILLED: 409,
  ROW_EMPTY: 409,
  ROW_OTHER_CURRENCY: 409,
  CAME_BY_SOURCE: 409,
  WAITS_IN_INBOX: 409,
  CAME_BY_FILE: 409,
  TOO_MANY_MAPPINGS: 409,

  SIGNATURE_WRONG: 401,
  TOPIC_NOT_READ: 400,
  OTHER_CURRENCY: 400,
  NOTHING_ORDERED: 400,
  TOO_MANY_LINES: 400,
  PRODUCT_NOT_MAPPED: 400,
  NO_LINE_WAITS: 409,
  OLDER_EVENT: 409,
  CANCELLED_IN_SHOP: 409,
  FULFILLED_IN_SHOP: 409,
  REFUNDED_IN_PART: 409,
  CHANGED_HERE: 409,

  ADDRESS_FORBIDDEN: 400,
  TOO_MANY_WEBHOOKS: 409,
  WEBHOOK_OFF: 409,
  DELIVERY_WAITING: 409,
  TAKEN_BACK: 409,

  IMAGE_MISSING: 400,
  IMAGE_NOT_FOUND: 400,
  IMAGE_TOO_LARGE: 413,
  IMAGE_NOT_SUPPORTED: 415,
  IMAGE_ANIMATED: 400,
  IMAGE_TOO_MANY_PIXELS: 400,
  IMAGE_DAMAGED: 400,
  TOO_MANY_IMAGES: 409,

  DATABASE_UNAVAILABLE: 503,
  DISK_FULL: 507,
  FILES_UNAVAILABLE: 503,
  OVERLOADED: 503,
  SOURCE_OFF: 410,
  EVENT_GONE: 409,
  SHOP_NOT_ASKED: 409,
  SHOP_UNREACHABLE: 409,
  SHOP_REFUSED_ACCESS: 409,
  SHOP_ANSWER_UNREADABLE: 409,
  TOO_MANY_EVENTS: 429,
  SECRETS_UNREADABLE: 503,
  READ_TOO_SLOW: 503,
  TOO_MANY_CALLS: 429,
  TOO_MANY_CHANGES: 429,
  CANCELLED: 409,
  INTERRUPTED: 503,
  JOB_ENDED: 409,
  FILE_GONE: 404,
  INTERNAL: 500,
}
