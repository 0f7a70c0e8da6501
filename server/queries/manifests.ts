import { and, eq, sql } from 'drizzle-orm'
import {
  manifests as definition,
  type ManifestLine,
  type ManifestStatus,
  type ManifestWithLines,
} from '../../domain/manifests/manifest.ts'
import { recordList } from '../crud/record-list.ts'
import { isOneOf } from '../db/columns.ts'
import type { Executor } from '../db/drizzle.ts'
import { products } from '../db/schema/goods.ts'
import { manifestLines, manifests } from '../db/schema/manifests.ts'
import { orders, shippings } from '../db/schema/orders.ts'

/** Subquery over the manifest's lines that were not taken off. */
const ofLines = <Value>(value: string, condition = 'true') =>
  sql<Value>`(select ${sql.raw(value)} from manifest_lines line
    where line.manifest = manifests.id and not line.is_taken_off and ${sql.raw(condition)})`

const parcels = ofLines<number>('count(*)::int')
const openParcels = ofLines<number>('count(*)::int', 'line.closed_at is null')
const toCollect = ofLines<number>('coalesce(sum(line.amount), 0)::float8')

/** `id`: the row's id, for statements where `manifests` has an alias. */
export const manifestStatus = (id: string) => sql<ManifestStatus>`(case when exists (
  select 1 from manifest_lines line where line.manifest = ${sql.raw(id)} and line.closed_at is null
) then 'OPEN' else 'CLOSED' end)`

const status = manifestStatus('manifests.id')

export const manifestList = recordList(definition, manifests, {
  filters: { status, deliveryGuy: manifests.delivery, total: toCollect },
  sorts: { parcels, openParcels, toCollect },
  fields: { status, parcels, openParcels, toCollect },
})

/** A few manifests with their parcels. Two statements: use a snapshot. */
export const readManifestsWithLines = async (
  db: Executor,
  ids: readonly string[],
): Promise<ManifestWithLines[]> => {
  const found = await manifestList.read(db, ids)
  const rows = await db
    .select({
      manifest: manifestLines.manifest,
      line: {
        id: manifestLines.id,
        shipping: manifestLines.shipping,
        shippingNumber: shippings.number,
        orderNumber: orders.number,
        position: manifestLines.position,
        customerName: orders.customerName,
        customerPhone: orders.customerPhone,
        customerAddress: orders.customerAddress,
        productName: products.name,
        quantity: orders.quantity,
        amount: manifestLines.amount,
        status: shippings.status,
        isOpen: sql<boolean>`${manifestLines.closedAt} is null`,
      },
    })
    .from(manifestLines)
    .innerJoin(shippings, eq(shippings.id, manifestLines.shipping))
    .innerJoin(orders, eq(orders.id, shippings.order))
    .innerJoin(products, eq(products.id, orders.product))
    .where(and(isOneOf(manifestLines.manifest, ids), sql`not ${manifestLines.isTakenOff}`))
    .orderBy(manifestLines.manifest, manifestLines.position)
  const linesOf = new Map<string, ManifestLine[]>()
  for (const { manifest, line } of rows) {
    const lines = linesOf.get(manifest)
    if (lines === undefined) linesOf.set(manifest, [line])
    else lines.push(line)
  }
  return found.map((manifest) => ({ ...manifest, lines: linesOf.get(manifest.id) ?? [] }))
}
