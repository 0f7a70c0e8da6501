import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { ImportProduct } from '../../../domain/orders/import/find-product.ts'
import { type ImportColumn, importColumnNames } from '../../../domain/orders/import/import-columns.ts'
import { mobileNumber, people } from '../../../server/seed/people.ts'
import { places } from '../../../server/seed/places.ts'
import { createRandom } from '../../../server/seed/row-writer.ts'
import { importTexts, orderTemplate } from '../../../server/spreadsheets/order-template.ts'
import { writeWorkbook } from '../../../server/spreadsheets/write-workbook.ts'

/**
 * A spreadsheet of good orders, as somebody fills in the product's own template: names and addresses of the country,
 * telephone numbers in every second form, a price in every third row, a reference of its own in each.
 */
export const orderFile = (products: readonly ImportProduct[], rows: number, seed: number): Buffer => {
  const random = createRandom(seed)
  const texts = importTexts('fr')
  const [orders, goods] = orderTemplate('ic', products, texts)
  const { first, last } = people.ic
  const { quarters, streets, landmarks } = places.ic
  const row = (index: number) => {
    const product = random.pick(products)
    const phone = mobileNumber(random, 'ic')
    const cells: Partial<Record<ImportColumn, string | number | null>> = {
      product: product.name,
      customerName: `${random.pick(first)} ${random.pick(last)}`,
      customerPhone: index % 2 === 0 ? formatPhone(phone) : phone.slice(4),
      customerAddress: `${random.pick(quarters)}, ${random.pick(streets)}, ${random.pick(landmarks)}`,
      quantity: random.between(1, 4),
      price: index % 3 === 0 ? random.between(20, 400) * 100 : null,
      sourceLink: index % 4 === 0 ? `https://boutique.example/produit/${index}` : null,
      sourceName: random.pick(['Facebook', 'TikTok', 'Instagram', 'WhatsApp']),
      comment: index % 5 === 0 ? 'Appeler avant la livraison' : null,
      externalRef: `${seed}-${index}`,
    }
    return importColumnNames.map((column) => cells[column] ?? null)
  }
  const [header] = orders!.rows
  const filled = { ...orders!, rows: [header!, ...Array.from({ length: rows }, (_, index) => row(index))] }
  return writeWorkbook([filled, goods!])
}
