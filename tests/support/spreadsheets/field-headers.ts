import type { ImportColumn } from '../../../domain/orders/import/import-columns.ts'
import type { Random } from '../../../server/seed/row-writer.ts'

export const headerStyles = ['french', 'english', 'mixed'] as const
export type HeaderStyle = (typeof headerStyles)[number]

/** Additional columns of real sheets that the import ignores. */
export const extraColumns = ['Date', 'Statut', 'Total'] as const
export type FieldColumn = keyof typeof french | (typeof extraColumns)[number]

const french = {
  product: 'Produit',
  customerName: 'Nom & Prénoms',
  customerPhone: 'N° de téléphone',
  customerAddress: 'Adresse de livraison',
  quantity: 'Qté',
  price: 'Prix (FCFA)',
  sourceLink: 'Lien',
  sourceName: 'Boutique',
  comment: 'Observations',
  externalRef: 'Réf. commande',
} as const satisfies Partial<Record<ImportColumn, string>>

const english: Record<keyof typeof french, string> = {
  product: 'Product *',
  customerName: 'Customer name',
  customerPhone: 'PHONE',
  customerAddress: 'customer_address',
  quantity: 'quantity',
  price: 'Unit price',
  sourceLink: 'Source link',
  sourceName: 'store',
  comment: 'Comments',
  externalRef: 'Order ID',
}

/** Columns in random order with headers; some accents are decomposed, as on a Mac. */
export const fieldHeaders = (
  random: Random,
  style: HeaderStyle,
): { column: FieldColumn; header: string }[] => {
  const ours = (Object.keys(french) as (keyof typeof french)[]).map((column) => {
    const isFrench = style === 'french' || (style === 'mixed' && random.chance(0.5))
    const header = isFrench ? french[column] : english[column]
    return { column, header: random.chance(0.5) ? header.normalize('NFD') : header }
  })
  return random.shuffle([...ours, ...extraColumns.map((column) => ({ column, header: column }))])
}
