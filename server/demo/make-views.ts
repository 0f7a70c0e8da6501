import type { views } from '../database/schema.ts'
import { historyDays } from './demo-company.ts'
import { idAt } from './id-at.ts'
import type { Staff } from './make-staff.ts'
import type { Random } from './random.ts'

type DemoView = typeof views.$inferSelect

const shared = [
  ['orders', 'À appeler ce matin', 'status:PENDING,NOT_REACHABLE'],
  ['orders', 'Doublons probables', 'duplicate:true'],
  ['shippings', 'Sans livreur', 'deliveryGuy:none'],
] as const

/** Views that the first admin shares with everybody. */
export const makeViews = (random: Random, now: Date, staff: Staff): DemoView[] => {
  const at = new Date(now.getTime() - historyDays * 86_400_000)
  return shared.map(([resource, name, query]) => ({
    id: idAt(random, at.getTime()),
    version: 1,
    owner: staff.admins[0]!.id,
    resource,
    name,
    query: new URLSearchParams({ q: query }).toString(),
    columns: null,
    isShared: true,
    createdAt: at,
    updatedAt: at,
  }))
}
