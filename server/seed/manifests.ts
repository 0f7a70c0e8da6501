import { sql } from 'drizzle-orm'
import { type CountryCode, countries } from '../../domain/core/countries.ts'
import type { Transaction } from '../db/drizzle.ts'
import { changes, manifestLines, manifests } from '../db/schema.ts'
import { inChunks, insertRows } from '../db/unnest-rows.ts'
import { manifestList } from '../queries/manifests.ts'
import { writeSearchEntries } from '../search/write-entries.ts'
import { idAt, type Random } from './row-writer.ts'

/** A recent dispatch, and when its parcel left the round; null while out. */
type Dispatch = {
  shipping: string
  country: CountryCode
  delivery: string
  amount: number
  batch: string
  actor: string
  at: Date
  closedAt: Date | null
}

const days = 7

/** Manifests of the last days, one per courier and day. */
export const writeManifests = async (tx: Transaction, random: Random, now: Date): Promise<void> => {
  const rounds = [...(await readDispatches(tx, now)).values()]
  const made = rounds.map((dispatches) => {
    const { country, delivery, actor, at, batch } = dispatches[0]!
    const id = idAt(random, at.getTime())
    const times = { createdAt: at, updatedAt: at }
    return { id, country, delivery, owner: actor, batchId: batch, ...times, dispatches }
  })
  await insertRows(
    tx,
    manifests,
    ['country', 'owner', 'delivery', 'batchId', 'createdAt', 'updatedAt'],
    made,
    [],
  )
  const lines = made.flatMap(({ id: manifest, dispatches }) =>
    dispatches.map(({ shipping, amount, batch, at, closedAt }, index) => ({
      id: idAt(random, at.getTime()),
      manifest,
      shipping,
      position: index + 1,
      amount,
      batchId: batch,
      outAt: at,
      closedAt,
    })),
  )
  await insertRows(
    tx,
    manifestLines,
    ['manifest', 'shipping', 'position', 'amount', 'batchId', 'outAt', 'closedAt'],
    lines,
    [],
  )
  for (const chunk of inChunks(made)) {
    await tx.insert(changes).values(
      chunk.map(({ id, country, owner, delivery, batchId, createdAt: at, dispatches }) => ({
        id: idAt(random, at.getTime()),
        batchId,
        at,
        actor: owner,
        verb: 'shipping.dispatch',
        resource: 'manifests' as const,
        recordId: id,
        version: 1,
        after: { country, owner, delivery, parcels: dispatches.length },
      })),
    )
    const ids = chunk.map(({ id }) => id)
    await writeSearchEntries(tx, 'manifests', await manifestList.read(tx, ids))
  }
}

/** Dispatches of parcels that went out once, by courier and day, oldest first. */
const readDispatches = async (tx: Transaction, now: Date): Promise<Map<string, Dispatch[]>> => {
  const since = new Date(now.getTime() - days * 86_400_000).toISOString()
  const { rows } = await tx.execute<
    Omit<Dispatch, 'at' | 'closedAt'> & { at: string; closedAt: string | null }
  >(sql`
    select parcel.id as shipping, parcel.country, parcel.delivery, orders.total_price::float8 as amount,
      out.batch_id as batch, out.actor, out.at::text as at, moved.at::text as "closedAt"
    from shippings parcel
    join orders on orders.id = parcel."order"
    join changes out on out.record_id = parcel.id and out.verb = 'shipping.dispatch'
    left join changes moved on moved.record_id = parcel.id and moved.version = out.version + 1
    where parcel.attempts = 1 and parcel.out_at > ${since}::timestamptz and parcel.delivery is not null
    order by out.at, parcel.number`)
  const rounds = new Map<string, Dispatch[]>()
  for (const { at, closedAt, ...row } of rows) {
    const dispatch = { ...row, at: new Date(at), closedAt: closedAt === null ? null : new Date(closedAt) }
    const { timeZone } = countries[row.country]
    const key = `${row.delivery} ${dispatch.at.toLocaleDateString('en-CA', { timeZone })}`
    const known = rounds.get(key)
    if (known === undefined) rounds.set(key, [dispatch])
    else known.push(dispatch)
  }
  return rounds
}
