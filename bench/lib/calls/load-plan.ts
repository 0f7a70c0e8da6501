import pg from 'pg'
import { openSecrets, sealKeyOf } from '../../../server/core/seal.ts'
import { toDrizzle } from '../../../server/db/drizzle.ts'
import { openFolderStore } from '../../../server/files/folder-store.ts'
import { insertSession, insertUser } from '../../../tests/support/api/insert-user.ts'
import type { BenchServer } from '../data/database.ts'

export type PlannedCall = { method: 'GET' | 'PUT'; path: string; token: string; body?: unknown }
export type LoadPlan = { url: string; streams: string[]; calls: PlannedCall[] }

type User = { id: string; role: string; country: string; token: string }
type Order = { id: string; number: number; customerName?: string; customerPhone?: string }

/** Staff of a company with 200 active users. Users missing from the demo company are created. */
const staff = { admin: 60, seller: 60, agent: 30, moderator: 10, delivery: 40 } as const

/** What people do in ten calls: lists and records mostly, one search, and three that write. */
const habits = ['list', 'open', 'list', 'move', 'open', 'search', 'list', 'save', 'open', 'move'] as const

/** Logs 200 people in and writes down what they do, in turn, by arithmetic: the same for every run on the same data. */
export const planLoad = async (server: BenchServer, count: number): Promise<LoadPlan> => {
  const users = await logInStaff(server)
  const found = new Map<string, Order[]>()
  for (const user of users) found.set(user.token, await ordersOf(server, user))
  // Orders are confirmed and corrected by admins alone; the others look and search.
  const readers = users.filter(({ token }) => found.get(token)!.length > 0)
  const writers = readers.filter(({ role }) => role === 'admin')
  const calls = Array.from({ length: count }, (_, at) => {
    const habit = habits[at % habits.length]!
    const people = habit === 'move' || habit === 'save' ? writers : readers
    const user = people[(at * 37) % people.length]!
    const orders = found.get(user.token)!
    const order = orders[(at * 17) % orders.length]!
    return { ...callOf[habit](user, order, at), token: user.token }
  })
  return { url: server.url, streams: users.map(({ token }) => token), calls }
}

const listOf = ({ role }: User, at: number): string => {
  const narrowed = workplace(role) === '/orders' ? filters[at % filters.length] : ''
  return `${workplace(role)}?limit=50${narrowed}`
}

/** What each role works on. */
const workplaces: Record<string, string> = {
  admin: '/orders',
  seller: '/orders',
  agent: '/shippings',
  delivery: '/shippings',
  moderator: '/invoices',
}
const workplace = (role: string): string => workplaces[role] ?? '/orders'

const filters = ['', '&status=PENDING', '&status=CONFIRMED&sort=-totalPrice', '&attempts=1..', '&skip=50']

const callOf: Record<
  (typeof habits)[number],
  (user: User, order: Order, at: number) => Omit<PlannedCall, 'token'>
> = {
  list: (user, _, at) => ({ method: 'GET', path: listOf(user, Math.floor(at / 10)) }),
  open: ({ role }, { id }) => ({
    method: 'GET',
    path: `${workplace(role)}/${id}`,
  }),
  search: (_, order, at) => ({
    method: 'GET',
    path: `/search?limit=20&q=${encodeURIComponent(soughtIn(order, at))}`,
  }),
  move: (_, { id }) => ({ method: 'PUT', path: `/orders/status/${id}`, body: { status: 'NOT_REACHABLE' } }),
  save: (_, { id }, at) => ({
    method: 'PUT',
    path: `/orders/${id}`,
    body: { comment: `Call again after ${8 + (at % 10)}:00`, customerAddress: `Lot ${at}, second floor` },
  }),
}

/** A name, a phone, a number. */
const soughtIn = ({ customerName, customerPhone, number }: Order, at: number): string =>
  [customerName, customerPhone][at % 3] ?? String(number)

const logInStaff = async ({ connection }: BenchServer): Promise<User[]> => {
  const pool = new pg.Pool({ ...connection, max: 1 })
  try {
    const context = {
      db: toDrizzle(pool),
      pool,
      connectionConfig: connection,
      now: () => new Date(),
      files: openFolderStore('/nowhere'),
      secrets: openSecrets(sealKeyOf('bench')),
    }
    const users: User[] = []
    for (const [role, count] of Object.entries(staff) as [keyof typeof staff, number][]) {
      const { rows } = await pool.query<Omit<User, 'token'>>(
        `select id, role, country from users where role = $1 and is_activated and is_email_verified and deleted_at is null
           and (role <> 'seller' or id in (select owner from orders where status in ('PENDING', 'NOT_REACHABLE')))
         order by id limit $2`,
        [role, count],
      )
      // Only of admins somebody is new: the others would have nothing of their own to look at.
      const isHired = role === 'admin'
      for (let at = 0; at < count; at++) {
        const user =
          rows[at] ?? (isHired ? await insertUser(context, { role, country: 'ic' }) : rows[at % rows.length])
        if (user) users.push({ ...user, token: await insertSession(context, user) })
      }
    }
    return users
  } finally {
    await pool.end()
  }
}

/** What somebody has in front of them: open orders, parcels, invoices. */
const ordersOf = async ({ url }: BenchServer, user: User): Promise<Order[]> => {
  const path =
    workplace(user.role) === '/orders'
      ? '/orders?limit=200&status=PENDING,NOT_REACHABLE'
      : `${workplace(user.role)}?limit=100`
  const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${user.token}` } })
  if (!answer.ok) throw new Error(`${path} as ${user.role} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { items: Order[] }).items
}
