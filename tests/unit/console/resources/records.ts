import type { Expedition } from '../../../../domain/expeditions/expedition.ts'
import type { Invoice } from '../../../../domain/invoices/invoice.ts'

const owned = {
  version: 1,
  country: 'ic',
  owner: 'u2',
  ownerName: 'Boutique Awa',
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
} as const

export const expeditionWith = (changes: Partial<Expedition> = {}): Expedition => ({
  ...owned,
  id: 'e1',
  number: 701,
  name: 'Palette de lampes',
  price: 150_000,
  quantity: 20,
  description: null,
  comment: null,
  productImage: null,
  product: null,
  productName: null,
  mode: 'AIR',
  from: null,
  expeditionDate: null,
  providedDate: null,
  transporterName: null,
  transporterPhone: null,
  weight: null,
  packageInformation: null,
  status: 'PENDING',
  ...changes,
})

export const invoiceWith = (changes: Partial<Invoice> = {}): Invoice => ({
  ...owned,
  id: 'i1',
  number: 228,
  code: 'INV-CI-2026-00069',
  week: '2026-W47',
  status: 'UN_PAID',
  dueAt: '2026-11-28T10:00:00.000Z',
  paidAt: null,
  totalShipments: 2,
  totalWithoutFees: 30_000,
  shippingFees: 3000,
  upsellFees: 0,
  expeditionFees: 0,
  otherFees: 0,
  totalWithFees: 27_000,
  notes: null,
  terms: '',
  ...changes,
})
