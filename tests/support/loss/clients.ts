import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { writeWorkbook } from '../../../server/spreadsheets/write-workbook.ts'
import type { Company } from './company.ts'
import type { Ledger } from './ledger.ts'
import type { Send } from './patient-sender.ts'

type Record = { id: string; version: number; status: string; shipping: string | null }

/** Answers of bulk calls; `many` and `imports` are checked against the database. */
export type Totals = {
  some: { acknowledged: number; isMoving: boolean }
  many: { batches: string[] }
  imports: { begun: Map<string, number>; acknowledged: Set<string> }
  runs: number
}

export const newTotals = (): Totals => ({
  some: { acknowledged: 0, isMoving: false },
  many: { batches: [] },
  imports: { begun: new Map(), acknowledged: new Set() },
  runs: 0,
})

export type RunContext = {
  company: Company
  ledger: Ledger
  totals: Totals
  /** Records of a large bulk call, rows of a large file. */
  sizes: { many: number; rows: number }
  broke: (why: string) => void
  isOver: () => boolean
}

/** Creates orders and moves each to its end; deactivates and activates an account between them. */
export const writeOrders = async (context: RunContext, send: Send, worker: number): Promise<void> => {
  const { company, ledger, isOver } = context
  const person = company.people[worker]!
  ledger.begin('users', person.id)
  for (let made = 1; !isOver(); made++) {
    const body = {
      country: 'ic',
      product: company.products.single.id,
      customerName: `Aya ${worker}-${made}`,
      customerPhone: '+2250701020304',
      customerAddress: 'Cocody, Abidjan',
      quantity: 1 + (made % 3),
    }
    const { body: order } = await send<Record>({ method: 'POST', path: '/orders', body })
    ledger.begin('orders', order.id, order.version, order.status)
    const put = (id: string, path: string, input: object = {}) =>
      ledger.move(id, () => send<Record>({ method: 'PUT', path: `${path}/${id}`, body: input }))
    await put(order.id, '/orders/status', { status: 'NOT_REACHABLE' })
    await put(person.id, '/users/activate')
    const confirmed = await put(order.id, '/orders/status', { status: 'CONFIRMED' })
    const parcel = confirmed.body.shipping!
    ledger.begin('shippings', parcel)
    await put(parcel, '/shippings/delivery', { delivery: company.courier.id })
    await put(parcel, '/shippings/status', { status: 'OUT_FOR_DELIVERY' })
    await put(parcel, '/shippings/status', { status: 'DELIVERED' })
  }
}

/** Repeats a bulk call on the same few hundred orders, in one transaction each. */
export const changeSome = async (
  { company, totals, broke, isOver }: RunContext,
  send: Send,
): Promise<void> => {
  while (!isOver()) {
    totals.some.isMoving = true
    const { body } = await send<ChangeReport>({
      method: 'PUT',
      path: '/orders/status',
      body: { ids: company.someIds, status: 'NOT_REACHABLE' },
    })
    totals.some.isMoving = false
    totals.some.acknowledged++
    if (body.counts.changed !== company.someIds.length)
      broke(`a bulk of ${company.someIds.length} changed ${body.counts.changed}`)
    await sleep(50)
  }
}

/** Bulk calls on thousands of orders, in steps. */
export const changeMany = async (context: RunContext, send: Send): Promise<void> => {
  const { company, totals, sizes, broke, isOver } = context
  while (!isOver()) {
    const { body } = await send<ChangeReport>({
      method: 'PUT',
      path: '/orders/status',
      body: { where: { product: company.products.many.id }, status: 'NOT_REACHABLE' },
    })
    if (body.counts.changed !== sizes.many) broke(`a bulk of ${sizes.many} changed ${body.counts.changed}`)
    totals.many.batches.push(body.batchId!)
  }
}

const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté']

/** Imports small spreadsheets, every third one large. */
export const importFiles = async (context: RunContext, send: Send): Promise<void> => {
  const { company, totals, sizes, broke, isOver } = context
  const product = company.products.imported
  for (let made = 1; !isOver(); made++) {
    const count = made % 3 === 0 ? sizes.rows : 40
    const name = `Fichier${made}`
    const rows = Array.from({ length: count }, (_, row) => [
      product.name,
      `${name} ${row}`,
      '0708091011',
      'Cocody',
      1,
    ])
    const file = writeWorkbook([{ name: 'Feuil1', rows: [header, ...rows] }])
    totals.imports.begun.set(name, count)
    const { body } = await send<{ created: number }>({
      method: 'POST',
      path: '/orders/upload-multiple',
      file,
    })
    totals.imports.acknowledged.add(name)
    if (body.created !== count) broke(`an import of ${count} made ${body.created}`)
  }
}

/** Alternates billing and exports of orders. */
export const runJobs = async ({ company, totals, isOver }: RunContext, send: Send): Promise<void> => {
  while (!isOver()) {
    await send({ method: 'POST', path: '/invoices/generate' })
    totals.runs++
    await send({
      method: 'POST',
      path: '/orders/download',
      body: { product: company.products.many.id },
    })
    totals.runs++
    await sleep(100)
  }
}
