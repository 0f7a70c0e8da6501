/** Headers of Shopify's export of orders, of which a shop may lack some. */
export const shopifyHeaders = [
  ...[
    'Name',
    'Email',
    'Financial Status',
    'Paid at',
    'Fulfillment Status',
    'Fulfilled at',
    'Accepts Marketing',
  ],
  ...[
    'Currency',
    'Subtotal',
    'Shipping',
    'Taxes',
    'Total',
    'Discount Code',
    'Discount Amount',
    'Shipping Method',
  ],
  ...['Created at', 'Lineitem quantity', 'Lineitem name', 'Lineitem price', 'Lineitem compare at price'],
  ...['Lineitem sku', 'Lineitem requires shipping', 'Lineitem taxable', 'Lineitem fulfillment status'],
  ...['Billing', 'Shipping'].flatMap((place) =>
    ['Name', 'Street', 'Address1', 'Address2', 'Company', 'City', 'Zip', 'Province', 'Country', 'Phone'].map(
      (part) => `${place} ${part}`,
    ),
  ),
  ...['Notes', 'Note Attributes', 'Cancelled at', 'Payment Method', 'Payment Reference', 'Refunded Amount'],
  ...[
    'Vendor',
    'Outstanding Balance',
    'Employee',
    'Location',
    'Device ID',
    'Id',
    'Tags',
    'Risk Level',
    'Source',
  ],
  'Lineitem discount',
  ...[1, 2, 3, 4, 5].flatMap((tax) => [`Tax ${tax} Name`, `Tax ${tax} Value`]),
  ...['Phone', 'Receipt Number', 'Duties', 'Billing Province Name', 'Shipping Province Name', 'Payment ID'],
] as const

export type ShopifyRow = Partial<Record<(typeof shopifyHeaders)[number], string>>

const quoted = (cell: string, delimiter: string): string =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

/** A CSV of rows by header. */
export const csvOf = (
  headers: readonly string[],
  rows: readonly Readonly<Record<string, string | undefined>>[],
  delimiter = ',',
): string =>
  [Object.fromEntries(headers.map((header) => [header, header])), ...rows]
    .map((row) => headers.map((header) => quoted(row[header] ?? '', delimiter)).join(delimiter))
    .join('\n')

/** First row of an order of one product: cash on delivery, not yet sent. */
export const shopifyOrder = (number: number, given: ShopifyRow = {}): ShopifyRow => ({
  Name: `#${number}`,
  Email: 'awa@example.com',
  'Financial Status': 'pending',
  'Fulfillment Status': 'unfulfilled',
  'Accepts Marketing': 'no',
  Currency: 'XOF',
  Subtotal: '15000.00',
  Shipping: '1500.00',
  Taxes: '0.00',
  Total: '16500.00',
  'Discount Amount': '0.00',
  'Created at': '2026-08-04 05:24:22 +0500',
  'Lineitem quantity': '1',
  'Lineitem name': 'Montre Élégance',
  'Lineitem price': '15000.00',
  'Lineitem sku': 'MTR-01',
  'Lineitem requires shipping': 'true',
  'Shipping Name': 'Awa Koné',
  'Shipping Street': 'Rue 12, Angré',
  'Shipping Address1': 'Rue 12',
  'Shipping Address2': 'Angré',
  'Shipping City': 'Abidjan',
  'Shipping Zip': "'00225",
  'Shipping Country': 'CI',
  'Shipping Phone': "'+225 07 08 09 10 11",
  'Payment Method': 'Cash on Delivery (COD)',
  'Refunded Amount': '0.00',
  'Outstanding Balance': '16500.00',
  Vendor: 'Ma boutique',
  Id: String(5_820_982_911_946_154_000n + BigInt(number)),
  'Risk Level': 'Low',
  Source: 'web',
  'Lineitem discount': '0.00',
  ...given,
})

/** A further product of an order: every column of the order is blank. */
export const shopifyLine = (number: number, given: ShopifyRow): ShopifyRow => ({
  Name: `#${number}`,
  Email: 'awa@example.com',
  'Lineitem quantity': '1',
  'Lineitem requires shipping': 'true',
  Vendor: 'Ma boutique',
  'Lineitem discount': '0.00',
  ...given,
})

/** An export with everything that one may have. */
export const shopifyRows: readonly ShopifyRow[] = [
  // Two products, 1,500 of shipping shared by what they cost.
  shopifyOrder(1001, { Subtotal: '30000.00', Total: '31500.00', 'Outstanding Balance': '31500.00' }),
  shopifyLine(1001, { 'Lineitem quantity': '2', 'Lineitem name': 'Lampe', 'Lineitem price': '7500.00' }),
  // A phone that lost its zero, a note on two lines, and a name of the bill.
  shopifyOrder(1002, {
    'Shipping Name': '',
    'Billing Name': 'Zoé "la grande" N’Guessan',
    'Shipping Phone': '708091012',
    Notes: 'Sonner deux fois,\nportail bleu',
  }),
  shopifyOrder(1003, { 'Financial Status': 'paid', 'Outstanding Balance': '0.00' }),
  shopifyOrder(1004, { 'Cancelled at': '2026-08-05 09:00:00 +0500' }),
  shopifyOrder(1005, { 'Financial Status': 'refunded', 'Refunded Amount': '16500.00' }),
  shopifyOrder(1006, { 'Fulfillment Status': 'fulfilled' }),
  shopifyOrder(1007, { Currency: 'EUR', Total: '25.00', 'Outstanding Balance': '25.00' }),
  // 3 pieces for 16,000 have no price per piece.
  shopifyOrder(1008, {
    'Lineitem quantity': '3',
    'Lineitem name': 'Lampe',
    'Lineitem price': '5000.00',
    'Lineitem sku': '',
    Total: '16000.00',
    'Outstanding Balance': '16000.00',
  }),
]
