import { makeApiKey } from '../auth/api-keys.ts'
import type { Transaction } from '../db/drizzle.ts'
import { keySecrets, keys } from '../db/schema/keys.ts'
import { keyList } from '../queries/keys.ts'
import type { Staff } from './people.ts'
import { idAt, type Random } from './row-writer.ts'

const DAY_MS = 86_400_000

type DemoKey = {
  name: string
  verbs: string[]
  of: 'admin' | 'seller'
  days: number
  expiresIn?: number
  off?: true
}

/** `days`: how long ago it was made; `expiresIn`: in days from now. Nobody knows them whole. */
const demoKeys: readonly DemoKey[] = [
  { name: 'Google Sheets', verbs: ['orders.read', 'orders.export'], of: 'seller', days: 21 },
  {
    name: 'Comptabilité',
    verbs: ['invoices.read', 'invoices.export'],
    of: 'admin',
    days: 60,
    expiresIn: 120,
  },
  { name: 'Ancien script', verbs: ['orders.read', 'orders.write'], of: 'seller', days: 90, off: true },
]

/** Keys of the listed seller and of the first admin. */
export const writeKeys = async (
  tx: Transaction,
  random: Random,
  { now, staff }: { now: Date; staff: Staff },
): Promise<void> => {
  for (const { name, verbs, of, days, expiresIn, off } of demoKeys) {
    const owner = of === 'admin' ? staff.admins[0]! : staff.branches.ic.sellers[0]!
    const since = new Date(now.getTime() - days * DAY_MS)
    const id = idAt(random, since.getTime())
    await tx.insert(keys).values({
      id,
      country: 'ic',
      owner: owner.id,
      name,
      verbs,
      isActive: off !== true,
      expiresAt: expiresIn === undefined ? null : new Date(now.getTime() + expiresIn * DAY_MS),
      createdAt: since,
      updatedAt: since,
    })
    const { prefix, hash } = makeApiKey()
    const lastUsedAt = new Date(now.getTime() - days * 3_600_000)
    const then = { role: of, ownerCountry: 'ic' } as const
    await tx.insert(keySecrets).values({ key: id, prefix, hash, ...then, lastUsedAt })
    await keyList.makeFindable(tx, [id])
  }
}
