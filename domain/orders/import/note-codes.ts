/**
 * Warnings: the row is accepted. `LIKELY_DUPLICATE`: an order for the same phone, product and country was created in the last
 * `duplicateWindowHours`; found only by the server's dry run. `LIKELY_DUPLICATE_IN_FILE`: an earlier row has the same phone and
 * product, and is not the same row. `STOCK_SHORT`: its product has fewer pieces available than the row orders. `PRICE_MISSING`: it has
 * no price while other rows have one, and gets the product's. `PRICE_ZERO`, `PRICE_FAR`: its price is nothing, or at least
 * five times more or less than the product's. The rest is about the export of a shop: `PHONE_OTHER`: the first number was unusable, another one of the
 * order is taken; `PAID_IN_SHOP`: nothing is left to collect; `LINE_SPLIT`: one line became two orders, since no price per piece makes its
 * amount; `AMOUNT_MISSING`: the file does not say what is outstanding.
 */
export const noteCodes = [
  'PHONE_REPAIRED',
  'PHONE_UNLIKELY',
  'LINK_REPAIRED',
  'COLUMN_REPEATED',
  'LIKELY_DUPLICATE',
  'LIKELY_DUPLICATE_IN_FILE',
  'STOCK_SHORT',
  'PRICE_MISSING',
  'PRICE_ZERO',
  'PRICE_FAR',
  'PHONE_OTHER',
  'NAME_MISSING',
  'ADDRESS_MISSING',
  'ADDRESS_CUT',
  'ADDRESS_ABROAD',
  'COMMENT_CUT',
  'AMOUNT_ROUNDED',
  'AMOUNT_MISSING',
  'LINE_SPLIT',
  'PAID_IN_SHOP',
] as const
export type NoteCode = (typeof noteCodes)[number]
