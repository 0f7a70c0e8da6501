/**
 * Every reason the product can give for a refusal, as the code that travels in answers, rows and tooltips.
 * Each has a text in every language under `errors.<code>`; the server maps it to an HTTP status in one file.
 */
export const codes = [
  // who you are
  'UNAUTHORIZED',
  'BAD_CREDENTIALS',
  'EMAIL_NOT_VERIFIED',
  'NOT_ACTIVATED',
  'FORBIDDEN',
  'TOO_MANY_ATTEMPTS',
  // what was asked
  'VALIDATION_FAILED',
  'REQUIRED',
  'UNKNOWN_FIELD',
  'UNKNOWN_PARAMETER',
  'NOT_TEXT',
  'NOT_A_NUMBER',
  'NOT_AN_INTEGER',
  'NOT_A_CHOICE',
  'NOT_A_FLAG',
  'NOT_A_DATE',
  'NOT_AN_ID',
  'NOT_A_LIST',
  'NOT_A_URL',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_SMALL',
  'TOO_LARGE',
  'TOO_MANY_DECIMALS',
  'TOO_MANY_IDS',
  'INVALID_EMAIL',
  'INVALID_PHONE',
  'INVALID_TEXT',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_COMMON',
  'BAD_JSON',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  // what it touches
  'NOT_FOUND',
  'PRODUCT_NOT_FOUND',
  'PRODUCT_AMBIGUOUS',
  'OWNER_NOT_FOUND',
  'DELIVERY_GUY_NOT_FOUND',
  'EMAIL_TAKEN',
  'SELF_CHANGE',
  'STALE_VERSION',
  'PRECONDITION_INVALID',
  'CONFLICT',
  'IN_USE',
  // rules of the trade
  'NO_SUCH_TRANSITION',
  'ALREADY_THERE',
  'COMMENT_REQUIRED',
  'OUT_OF_STOCK',
  'STOCK_RESERVED',
  'SHIPPING_IS_OUT',
  'ORDER_IS_CONFIRMED',
  'MOVED_ON',
  'ALREADY_UNDONE',
  'NOT_UNDOABLE',
  // idempotent writes
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_FLIGHT',
  'IDEMPOTENCY_KEY_INVALID',
  // spreadsheets
  'FILE_MISSING',
  'FILE_TOO_LARGE',
  'FILE_NOT_A_SPREADSHEET',
  'FILE_TOO_COMPLEX',
  'FILE_EMPTY',
  'FILE_TOO_MANY_ROWS',
  'FILE_WITHOUT_HEADER',
  'FILE_ALREADY_IMPORTED',
  'MISSING_COLUMN',
  'ALREADY_IMPORTED',
  'DUPLICATE_IN_FILE',
  // the machine room
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
  'CANCELLED',
  'INTERNAL',
] as const

export type Code = (typeof codes)[number]

/** One thing wrong with one field: `path` is the field's name, dotted where nested. */
export type FieldProblem = { path: string; code: Code }
