import type { AnswerStatus } from '../../../domain/lib/answer-status.ts'
import {
  availableOf,
  type Batch,
  confirmedStockOf,
  type Expedition,
  type Foreseen,
  type Line,
  type Model,
  type Product,
  type Report,
  stockOf,
  stockQuantityOf,
} from './model.ts'
import { changeEach, ofOne, openBatch, writeFollower, writeLine } from './model-lines.ts'
import { isStale, livingProduct } from './model-orders.ts'

export type ProductInput = { owner: string; name: string; price: number; quantity: number }
export type ExpeditionInput = { product: string | null; quantity: number }

export const createProduct = (model: Model, { owner, quantity, ...goods }: ProductInput): Foreseen => {
  const values = { ...goods, isDeleted: false }
  const product: Product = { resource: 'products', id: '', version: 0, values, owner, filledIn: quantity }
  model.products.push(product)
  writeLine(openBatch(model, 'admin'), product, 'product.create', values)
  return { created: true, body: () => productBody(model, product) }
}

/** Sets the stock to a counted quantity. */
export const editProduct = (
  model: Model,
  id: string,
  edit: Partial<Omit<ProductInput, 'owner'>>,
  version: number | null,
): Foreseen => {
  const product = livingProduct(model, id)
  if (product === undefined) return { code: 'NOT_FOUND' }
  if (isStale(product, version)) return { code: 'STALE_VERSION' }
  const stock = stockOf(model, product)
  const { quantity = stock.quantity, ...goods } = edit
  if (quantity < stock.reserved) return { code: 'STOCK_RESERVED' }
  const next = { ...product.values, ...goods }
  const isReworded = next.name !== product.values.name || next.price !== product.values.price
  if (isReworded || quantity !== stock.quantity) {
    const line = writeLine(openBatch(model, 'admin'), product, 'product.update', next)
    line.pieces = quantity - stock.quantity
    product.filledIn += line.pieces
  }
  return { body: () => productBody(model, product) }
}

export const deleteProducts = (model: Model, ids: string[]): Report => {
  const batch = openBatch(model, 'admin')
  const found = model.products.filter(({ id, values }) => ids.includes(id) && !values.isDeleted)
  return changeEach(found, ids, (product) =>
    isUsed(model, product)
      ? 'IN_USE'
      : writeLine(batch, product, 'product.delete', { ...product.values, isDeleted: true }),
  )
}

export const createExpedition = (model: Model, input: ExpeditionInput): Foreseen => {
  if (!isNameable(model, input.product)) return { code: 'PRODUCT_NOT_FOUND' }
  const values = { ...input, status: 'PENDING' as const, isDeleted: false }
  const expedition: Expedition = { resource: 'expeditions', id: '', version: 0, values }
  model.expeditions.push(expedition)
  writeLine(openBatch(model, 'admin'), expedition, 'expedition.create', values)
  return { created: true, body: () => expeditionBody(expedition) }
}

export const editExpedition = (
  model: Model,
  id: string,
  edit: Partial<ExpeditionInput>,
  version: number | null,
): Foreseen => {
  const expedition = findExpeditions(model, [id])[0]
  if (expedition === undefined) return { code: 'NOT_FOUND' }
  if (isStale(expedition, version)) return { code: 'STALE_VERSION' }
  const { values } = expedition
  const next = { ...values, ...edit }
  const isChanged = next.product !== values.product || next.quantity !== values.quantity
  if (values.status === 'CONFIRMED' && isChanged) return { code: 'EXPEDITION_IS_CONFIRMED' }
  if (!isNameable(model, next.product)) return { code: 'PRODUCT_NOT_FOUND' }
  if (isChanged) writeLine(openBatch(model, 'admin'), expedition, 'expedition.update', next)
  return { body: () => expeditionBody(expedition) }
}

export const deleteExpeditions = (model: Model, ids: string[]): Report => {
  const batch = openBatch(model, 'admin')
  return changeEach(findExpeditions(model, ids), ids, (expedition) =>
    expedition.values.status === 'CONFIRMED'
      ? 'EXPEDITION_IS_CONFIRMED'
      : writeLine(batch, expedition, 'expedition.delete', { ...expedition.values, isDeleted: true }),
  )
}

/** Without a status it toggles between confirmed and waiting. */
export const answerExpeditions = (
  model: Model,
  ids: string[],
  status: AnswerStatus | null,
  version: number | null = null,
): Report => {
  const batch = openBatch(model, 'admin')
  return followingStock(model, batch, () =>
    changeEach(findExpeditions(model, ids), ids, (expedition) => {
      if (isStale(expedition, version)) return 'STALE_VERSION'
      const { values } = expedition
      const next = { ...values, status: status ?? (values.status === 'CONFIRMED' ? 'PENDING' : 'CONFIRMED') }
      if (next.status === values.status) return 'ALREADY_THERE'
      if (isUsedUp(model, expedition, next)) return 'STOCK_USED'
      return writeLine(batch, expedition, stepOf(values.status, next.status), next)
    }),
  )
}

export const answerExpedition = (
  model: Model,
  id: string,
  status: AnswerStatus | null,
  version: number | null,
): Foreseen =>
  ofOne(answerExpeditions(model, [id], status, version), () =>
    expeditionBody(findExpeditions(model, [id])[0]!),
  )

const stepOf = (from: AnswerStatus, to: AnswerStatus): string => {
  if (to === 'CONFIRMED') return 'expedition.confirm'
  return from === 'CONFIRMED' ? 'expedition.unconfirm' : 'expedition.mark'
}

/** Whether reserved pieces would be taken out of stock. */
export const isUsedUp = (model: Model, { values }: Expedition, next: Expedition['values']): boolean => {
  const takenOut = stockQuantityOf(values) - stockQuantityOf(next)
  return takenOut > 0 && (availableOf(model, values.product) ?? 0) < takenOut
}

/** Changes expeditions and then products with changed stock, once each. */
export const followingStock = (model: Model, batch: Batch, change: () => Report): Report => {
  const before = new Map(model.products.map((product) => [product, confirmedStockOf(model, product)]))
  const report = change()
  for (const product of model.products) {
    if (confirmedStockOf(model, product) === before.get(product)) continue
    writeFollower(batch, product, batch.lines.find((line) => moves(line, product))!.verb)
  }
  return report
}

/** Whether a line changes the product's stock. */
const moves = ({ record, before }: Line, { id }: Product): boolean => {
  if (record.resource !== 'expeditions' || record.values.product !== id) return false
  return stockQuantityOf(record.values) !== stockQuantityOf({ ...record.values, ...before })
}

const findExpeditions = (model: Model, ids: readonly string[]): Expedition[] =>
  model.expeditions.filter(({ id, values }) => ids.includes(id) && !values.isDeleted)

export const isUsed = (model: Model, { id }: Product): boolean =>
  [...model.orders, ...model.expeditions].some(({ values }) => values.product === id && !values.isDeleted)

const isNameable = (model: Model, product: string | null): boolean =>
  product === null || livingProduct(model, product) !== undefined

const productBody = (model: Model, product: Product) => {
  const { quantity, reserved } = stockOf(model, product)
  return {
    id: product.id,
    version: product.version,
    owner: product.owner,
    name: product.values.name,
    price: product.values.price / 1000,
    quantity,
    reserved,
    available: quantity - reserved,
  }
}

const expeditionBody = ({ id, version, values }: Expedition) => ({
  id,
  version,
  product: values.product,
  quantity: values.quantity,
  status: values.status,
})
