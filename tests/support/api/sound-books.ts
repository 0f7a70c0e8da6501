import { expect } from 'vitest'
import { verbsBeside } from './lines-beside.ts'
import { expectSoundTallies } from './sound-tallies.ts'
import type { TestApi } from './start-api.ts'

/** Effect of each shipping status on stock, from docs/domain.md#stock. A confirmed order always has a parcel. */
const isReserving = `s.status in ('PENDING', 'ASSIGNED', 'OUT_FOR_DELIVERY', 'POSTPONED', 'NOT_REACHABLE', 'REFUSED')`
const isGone = `(s.status in ('DELIVERED', 'LOST') or s.condition = 'damaged')`

const pieces = (condition: string) => `coalesce((
  select sum(o.quantity) from orders o join shippings s on s."order" = o.id
  where o.product = p.id and o.status = 'CONFIRMED' and o.deleted_at is null and ${condition}), 0)`

/** Incoming stock: initial quantity, manual corrections, confirmed expeditions. */
const confirmedStock = `(
  select coalesce(sum((c.after ->> 'quantity')::int - coalesce((c.before ->> 'quantity')::int, 0)), 0)
  from changes c where c.record_id = p.id and c.verb like 'product.%' and c.after ? 'quantity'
) + (
  select coalesce(sum(e.quantity), 0) from expeditions e
  where e.product = p.id and e.status = 'CONFIRMED' and e.deleted_at is null
)`

/** Lines that made a version of their record. */
const isVersioned = `verb not in (${verbsBeside.map((verb) => `'${verb}'`).join()})`

/** Invariants: each query counts the records that violate it. */
const breaches = {
  'reserved is what parcels under way hold': `products p where p.reserved <> ${pieces(isReserving)}`,
  'quantity is what came in less what is gone': `products p where p.quantity <> ${confirmedStock} - ${pieces(isGone)}`,
  'stock is the sum of its movements': `products p
    where p.quantity <> (select coalesce(sum(m.pieces), 0) from stock_movements m where m.product = p.id)`,
  'a parcel’s movements are what is gone by it': `orders o join shippings s on s."order" = o.id
    where (select coalesce(sum(m.pieces), 0) from stock_movements m where m.shipping = s.id) <>
      case when o.status = 'CONFIRMED' and o.deleted_at is null and ${isGone} then -o.quantity else 0 end`,
  'an expedition’s movements are what it brought': `expeditions e
    where (select coalesce(sum(m.pieces), 0) from stock_movements m where m.expedition = e.id) <>
      case when e.status = 'CONFIRMED' and e.product is not null and e.deleted_at is null then e.quantity else 0 end`,
  'a movement is of a batch in the change log': `stock_movements m
    where m.batch_id is not null and not exists (select 1 from change_batches b where b.id = m.batch_id)`,
  'stock is never below zero': 'products where reserved < 0 or reserved > quantity',
  'a confirmed order has a parcel, no other has': `orders o left join shippings s on s."order" = o.id and s.deleted_at is null
    where o.deleted_at is null and (o.status = 'CONFIRMED') <> (s.id is not null and s.status <> 'CANCELLED')`,
  'no parcel of a deleted order is left': `shippings s join orders o on o.id = s."order"
    where s.deleted_at is null and o.deleted_at is not null`,
  'cash is there once delivered, and only then': `shippings where (status = 'DELIVERED') <> (collected is not null)
    or (status = 'DELIVERED') <> (delivered_at is not null)
    or (status in ('DELIVERED', 'RETURNED')) <> (settled_at is not null)
    or (status = 'POSTPONED') <> (postponed_to is not null)`,
  'goods have a condition once they are back, and only then': `shippings
    where (status = 'RETURNED') <> (condition is not null)`,
  'an order names who has its parcel': `orders o left join shippings s
      on s."order" = o.id and s.deleted_at is null and s.status <> 'CANCELLED'
    where o.delivery is distinct from s.delivery`,
  'a parcel is its order’s owner’s': 'shippings s join orders o on o.id = s."order" where o.owner <> s.owner',
  'a billed parcel stands where it was billed': `invoice_lines l join shippings s on s.id = l.shipping
    where s.status <> l.status`,
  'every version of an order has its line': `orders o
    where o.version <> (select count(*) from changes where record_id = o.id and ${isVersioned})`,
  'a parcel is out with whom its open manifest says': `manifest_lines l
    join manifests m on m.id = l.manifest join shippings s on s.id = l.shipping
    where l.closed_at is null and (s.status <> 'OUT_FOR_DELIVERY' or s.deleted_at is not null
      or s.delivery is distinct from m.delivery or m.deleted_at is not null)`,
  'a manifest is gone with its last line': `manifests m where (m.deleted_at is null) <> exists (
    select 1 from manifest_lines l where l.manifest = m.id and not l.is_taken_off)`,
  'a manifest is open once a parcel': `(select shipping from manifest_lines where closed_at is null
    group by shipping having count(*) > 1) twice`,
  'collected is handed over and in hand': `(select delivery, country, coalesce(sum(collected), 0) as collected,
      coalesce(sum(collected) filter (where handover is null), 0) as in_hand
      from shippings where status = 'DELIVERED' group by delivery, country) cash
    where collected <> in_hand + coalesce((select sum(expected + kept_back) from handovers h
      where h.delivery = cash.delivery and h.country = cash.country and h.deleted_at is null), 0)`,
  'a handover is the sum of its lines': `handovers h
    where h.expected + h.kept_back <> (select coalesce(sum(l.collected), 0) from handover_lines l where l.handover = h.id)
      or h.earned <> (select coalesce(sum(l.earned), 0) from handover_lines l where l.handover = h.id)
      or h.parcels <> (select count(*) from handover_lines l where l.handover = h.id)`,
  'a parcel’s cash is in the handover that its row names': `shippings s
    left join handovers h on h.id = s.handover
    left join handover_lines l on l.handover = s.handover and l.shipping = s.id
    where s.handover is not null and (h.deleted_at is not null or h.delivery <> s.delivery or l.collected <> s.collected
      or l.collected is null)`,
  'a handover that stands has its parcels': `handover_lines l join handovers h on h.id = l.handover
    join shippings s on s.id = l.shipping
    where h.deleted_at is null and s.handover is distinct from h.id`,
  'a parcel earns its courier once': `(select l.shipping from handover_lines l join handovers h on h.id = l.handover
      and h.deleted_at is null group by l.shipping having count(*) > 1) twice`,
  'every version of a manifest has its line': `manifests m
    where m.version <> (select count(*) from changes where record_id = m.id and ${isVersioned})`,
  'every version of a parcel has its line': `shippings s
    where s.version <> (select count(*) from changes where record_id = s.id and ${isVersioned})`,
}

/** Fails unless stock, parcels, cash, history and stored counts are consistent in the whole database. */
export const expectSoundBooks = async (api: Pick<TestApi, 'context'>): Promise<void> => {
  await expectSoundTallies(api)
  const counts = Object.entries(breaches).map(
    ([name, records]) => `(select count(*) from ${records})::int as "${name}"`,
  )
  const { rows } = await api.context.pool.query(`select ${counts.join(', ')}`)
  // Only those that are broken: a message names them.
  expect(Object.keys(rows[0]).length).toBe(counts.length)
  const broken = Object.fromEntries(Object.entries(rows[0]).filter(([, count]) => count !== 0))
  expect(broken, JSON.stringify(broken)).toEqual({})
}
