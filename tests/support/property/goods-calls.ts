import fc from 'fast-check'
import type { AnswerStatus } from '../../../domain/lib/answer-status.ts'
import {
  amountOf,
  at,
  type Call,
  type CallKind,
  foreseeReport,
  type Known,
  many,
  one,
  place,
  put,
  version,
} from './call.ts'
import {
  answerExpedition,
  answerExpeditions,
  createExpedition,
  createProduct,
  deleteExpeditions,
  deleteProducts,
  type ExpeditionInput,
  editExpedition,
  editProduct,
  type ProductInput,
} from './model-goods.ts'

const quantity = fc.nat({ max: 12 })
const units = fc.integer({ min: 0, max: 40 })
/** Omitted: the next answer. */
const status = fc.option(fc.constantFrom<AnswerStatus>('CONFIRMED', 'PENDING', 'NOT_YET', 'NO_COMMENT'))
const name = fc.constantFrom('Montre', 'Lampe', 'Sac à dos')

const drawnExpedition = fc.record({ product: fc.option(place, { freq: 6 }), quantity })
const expeditionOf = <Drawn extends { product?: number | null }>(
  { product, ...rest }: Drawn,
  { products }: Known,
): Omit<Drawn, 'product'> & { product?: string | null } =>
  product === undefined ? rest : { ...rest, product: product === null ? null : at(products, product) }

export const createProductCall = (country: Known['country'], input: ProductInput): Call =>
  put('/products', { country, ...input, price: input.price / 1000 }, (model) => createProduct(model, input), {
    method: 'post',
  })

export const goodsCalls: readonly CallKind[] = [
  one('product.create', 2, 'sellers', fc.record({ name, quantity, units }), (owner, drawn, { country }) => {
    const { units, ...rest } = drawn
    return createProductCall(country, { owner, ...rest, price: amountOf(country, units) })
  }),
  one(
    'product.edit',
    6,
    'products',
    fc.record({ edit: fc.record({ name, quantity, units }, { requiredKeys: [] }), version }),
    (id, { edit: { units, ...rest }, version }, { country }) => {
      const price = units === undefined ? null : amountOf(country, units)
      const edit = price === null ? rest : { ...rest, price }
      const body = price === null ? rest : { ...rest, price: price / 1000 }
      return put(`/products/${id}`, body, (model) => editProduct(model, id, edit, version), { version })
    },
  ),
  many('product.delete', 1, 'products', fc.constant(null), (ids) =>
    put(
      '/products/delete',
      { ids },
      foreseeReport(false, (model) => deleteProducts(model, ids)),
    ),
  ),
  one('expedition.create', 5, 'sellers', drawnExpedition, (owner, drawn, known) => {
    const input = expeditionOf(drawn, known) as ExpeditionInput
    const body = { name: 'Lampe', price: 0, country: known.country, owner, mode: 'AIR', ...input }
    return put('/expeditions', body, (model) => createExpedition(model, input), { method: 'post' })
  }),
  one('expedition.answer', 6, 'expeditions', fc.record({ status, version }), (id, { status, version }) =>
    put(
      `/expeditions/status/${id}`,
      status === null ? {} : { status },
      (model) => answerExpedition(model, id, status, version),
      { version },
    ),
  ),
  many(
    'expedition.answer-many',
    4,
    'expeditions',
    fc.record({ status, dryRun: fc.boolean() }),
    (ids, { status, dryRun }) => {
      const foresee = foreseeReport(dryRun, (model) => answerExpeditions(model, ids, status))
      return put('/expeditions/status', { ids, dryRun, ...(status === null ? {} : { status }) }, foresee)
    },
  ),
  one(
    'expedition.edit',
    3,
    'expeditions',
    fc.record({
      drawn: fc.record({ product: fc.option(place, { freq: 6 }), quantity }, { requiredKeys: [] }),
      version,
    }),
    (id, { drawn, version }, known) => {
      const edit = expeditionOf(drawn, known)
      return put(`/expeditions/${id}`, edit, (model) => editExpedition(model, id, edit, version), { version })
    },
  ),
  many('expedition.delete', 2, 'expeditions', fc.constant(null), (ids) =>
    put(
      '/expeditions/delete',
      { ids },
      foreseeReport(false, (model) => deleteExpeditions(model, ids)),
    ),
  ),
]
