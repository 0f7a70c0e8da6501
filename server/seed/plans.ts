import type { packages } from '../db/schema.ts'
import { historyDays } from './demo-company.ts'
import type { Staff } from './people.ts'
import { idAt, type Random } from './row-writer.ts'

export type DemoPlan = typeof packages.$inferSelect

const plans = [
  ['Découverte', 'START', 55],
  ['Professionnel', 'PRO', 35],
  ['Entreprise', 'MAX', 10],
] as const

/** Plans; assigns one to each seller. */
export const makePlans = (random: Random, now: Date, staff: Staff): DemoPlan[] => {
  const since = new Date(now.getTime() - (historyDays + 60) * 86_400_000)
  const made = plans.map(
    ([name, pack], index): DemoPlan => ({
      id: idAt(random, since.getTime()),
      number: 1 + index,
      country: 'ic',
      version: 1,
      createdAt: since,
      updatedAt: since,
      deletedAt: null,
      owner: staff.admins[0]!.id,
      name,
      pack,
    }),
  )
  const shares = plans.map(([, , share], index) => [made[index]!.id, share] as const)
  for (const user of staff.everybody) {
    if (user.role === 'seller' && user.isActivated) user.package = random.weighted(shares)
  }
  return made
}
