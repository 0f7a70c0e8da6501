import type { ProductMapping } from '../../../domain/intake/product-mapping.ts'
import { indexProducts } from '../../../domain/orders/import/find-product.ts'

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const owner = idOf(8)

/** Products of a seller, with the SKUs that shops give them in the fixtures. */
export const watch = {
  id: idOf(1),
  number: 101,
  name: 'Montre Élégance',
  price: 15_000,
  owner,
  available: 100,
}
export const lamp = { id: idOf(2), number: 102, name: 'Lampe solaire', price: 9_000, owner, available: 100 }
export const bag = { id: idOf(3), number: 103, name: 'حقيبة يد', price: 45, owner, available: 100 }

export const products = indexProducts([watch, lamp, bag])

export const mapping: ProductMapping = {
  bySku: new Map([
    ['mtr-01', watch.id],
    ['lmp-02', lamp.id],
    ['bag-03', bag.id],
  ]),
  byName: new Map(),
}
