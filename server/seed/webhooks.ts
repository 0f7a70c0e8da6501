import { sql } from 'drizzle-orm'
import type { DeliveryFailure, DeliveryStatus } from '../../domain/deliveries/delivery.ts'
import type { WebhookEvent } from '../../domain/webhooks/webhook-events.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { deliveries, webhookSecrets, webhooks } from '../db/schema.ts'
import { deliveryList, placeOfWebhookSecret, webhookList } from '../queries/webhooks.ts'
import { makeWebhookSecret } from '../services/webhooks/sign-event.ts'
import type { Staff } from './people.ts'
import { idAt, type Random } from './row-writer.ts'

const minute = 60_000
const day = 1_440 * minute

type Outcome = {
  status: DeliveryStatus
  attempts: number
  answer: number | null
  failure: DeliveryFailure | null
}

const delivered: Outcome = { status: 'delivered', attempts: 1, answer: 200, failure: null }
const refused: Outcome = { status: 'failed', attempts: 10, answer: 503, failure: null }
const late: Outcome = { status: 'failed', attempts: 10, answer: null, failure: 'TIMED_OUT' }

/** Those of the listed seller. The one that is on hears of what is rare, since nobody is at its address. */
const demoWebhooks: readonly {
  name: string
  url: string
  events: WebhookEvent[]
  isOn: boolean
  outcomes: readonly Outcome[]
}[] = [
  {
    name: 'Comptabilité',
    url: 'https://compta.example/waybill',
    events: ['invoice.paid', 'import.finished'],
    isOn: true,
    outcomes: [],
  },
  {
    name: 'Tableau de suivi',
    url: 'https://suivi.example/hooks/commandes',
    events: ['order.created', 'order.status'],
    isOn: false,
    outcomes: [delivered, delivered, delivered, late, refused, refused],
  },
]

/** Webhooks of the listed seller: one that works, and one that was stopped after five days of failures, with its log. */
export const writeWebhooks = async (
  tx: Transaction,
  { secrets }: ServerContext,
  random: Random,
  { now, staff }: { now: Date; staff: Staff },
): Promise<void> => {
  const owner = staff.branches.ic.sellers[0]!.id
  for (const [at, { name, url, events, isOn, outcomes }] of demoWebhooks.entries()) {
    const since = new Date(now.getTime() - (30 - at) * day)
    const id = idAt(random, since.getTime())
    const shared = { country: 'ic' as const, owner, createdAt: since, updatedAt: since }
    const off = {
      isActive: false,
      stopped: 'failing' as const,
      failingSince: new Date(now.getTime() - 6 * day),
    }
    await tx.insert(webhooks).values({ ...shared, id, name, url, events, ...(isOn ? {} : off) })
    const secret = secrets.seal(makeWebhookSecret(), placeOfWebhookSecret(id))
    await tx.insert(webhookSecrets).values({ webhook: id, secret })
    await webhookList.makeFindable(tx, [id])
    await writeLog(tx, random, { webhook: id, owner, outcomes, until: new Date(now.getTime() - day) })
  }
}

/** Deliveries of the seller's latest orders, oldest first. */
const writeLog = async (
  tx: Transaction,
  random: Random,
  {
    webhook,
    owner,
    outcomes,
    until,
  }: { webhook: string; owner: string; outcomes: readonly Outcome[]; until: Date },
): Promise<void> => {
  const { rows } = await tx.execute<{
    id: string
    number: string
    externalRef: string | null
    status: string
  }>(sql`
    select id, number, external_ref as "externalRef", status from orders where owner = ${owner}::uuid
      and deleted_at is null order by created_at desc limit ${outcomes.length}`)
  const ids: string[] = []
  for (const [at, order] of rows.entries()) {
    const { attempts, ...outcome } = outcomes[at]!
    const made = new Date(until.getTime() - (8 - at) * day)
    const id = idAt(random, made.getTime())
    await tx.insert(deliveries).values({
      id,
      country: 'ic',
      owner,
      webhook,
      event: 'order.created',
      record: order.id,
      recordOwner: owner,
      data: { ...order, number: Number(order.number), country: 'ic' },
      ...outcome,
      attempts,
      attemptedAt: new Date(made.getTime() + attempts * minute),
      createdAt: made,
      updatedAt: made,
    })
    ids.push(id)
  }
  await deliveryList.makeFindable(tx, ids)
}
