import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { createBrowserRouter, RouterProvider, useNavigate } from 'react-router-dom'
import '../../../src/styles/index.css'
import type { Customer } from '../../../domain/customers/customer.ts'
import { orderStatuses } from '../../../domain/fulfillment/order-status.ts'
import { shippingStatuses } from '../../../domain/fulfillment/shipping-status.ts'
import { fold } from '../../../domain/lib/fold.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { hitOf } from '../../../domain/search/hit-of.ts'
import { defaultPreferences } from '../../../domain/users/preferences.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { createAppServices } from '../../../src/app/services/app-services.ts'
import { createConsoleServices } from '../../../src/app/services/console-services.ts'
import { createWorkspace } from '../../../src/app/workspace/create-workspace.ts'
import WorkspacePalette from '../../../src/app/workspace/workspace-palette.tsx'
import { addLanguages, i18n, startI18n } from '../../../src/i18n/i18n.ts'
import { KeyboardProvider } from '../../../src/keyboard/use-keyboard.tsx'
import { IconsContext } from '../../../src/ui/icons/icon.tsx'
import { allIcons } from '../../../src/ui/icons/icon-set.ts'
import { WorkspaceContext } from '../../../src/workspace/workspace.ts'
import { wholeOrder } from '../../../tests/support/whole-records.ts'
import { customers } from '../../lib/data/customers.ts'

/** What every record is in memory of; a list sends them by thousands. */
const orders = customers(100_000).map(({ id, number, name, phone }) =>
  wholeOrder({ id, number, customerName: name, customerPhone: phone }),
)
const folded = orders.map(({ customerName }) => ` ${fold(customerName)} `)

/** Who ordered with this number: what the palette's preview shows. */
const customerOf = (phone: string): Customer => {
  const own = orders.filter(({ customerPhone }) => customerPhone === phone)
  const [{ customerName: name = '', createdAt = '' } = {}] = own
  return {
    phone,
    country: 'ic',
    name,
    names: [name],
    addresses: [],
    orders: own.length,
    firstOrderAt: createdAt,
    lastOrderAt: createdAt,
    byStatus: countsOf(orderStatuses),
    byShippingStatus: countsOf(shippingStatuses),
    confirmationRate: null,
    deliveryRate: null,
    collected: [],
    duplicates: 0,
    callbackAt: null,
    outcomes: {
      country: 'ic',
      waiting: 0,
      cancelled: 0,
      delivered: 0,
      refused: 0,
      returned: 0,
      underway: 0,
      refusedAddresses: [],
      returnedAddresses: [],
    },
    latest: [],
  }
}

const countsOf = <Status extends string>(statuses: readonly Status[]) =>
  Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>

/** A server does not work on the thread that paints: what it has answered once it has at hand. */
const answers = new Map<string, unknown>()

/** The server, as far as a palette asks it: it answers a search 30 ms later. */
const answer = async ({ pathname, searchParams }: URL): Promise<unknown> => {
  if (pathname.endsWith('/search')) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    const query = searchParams.get('q') ?? ''
    const known = answers.get(query)
    if (known) return known
    const words = fold(query).split(' ')
    const found = orders.filter((_, index) => words.every((word) => folded[index]?.includes(` ${word}`)))
    const whole = (index: number) => words.every((word) => folded[index]?.includes(` ${word} `))
    const rankOf = (order: Order) => (whole(order.number - 10_000) ? 2 : 4)
    const ranked = found.toReversed().toSorted((a, b) => rankOf(a) - rankOf(b))
    const items = ranked.slice(0, 20).map((order) => ({ ...hitOf('orders', order), rank: rankOf(order) }))
    answers.set(query, { items })
    return { items }
  }
  if (/\/orders\/c\d+$/.test(pathname)) return orders[Number(pathname.split('/c').at(-1))]
  if (pathname.endsWith('/profile/desk')) return defaultPreferences
  const [, phone] = /\/customers\/([^/]+)$/.exec(pathname) ?? []
  if (phone !== undefined) return customerOf(decodeURIComponent(phone))
  if (!pathname.endsWith('/orders')) return { items: [], total: 0 }
  const skip = Number(searchParams.get('skip') ?? 0)
  return { items: orders.slice(skip, skip + Number(searchParams.get('limit') ?? 10)), total: orders.length }
}
window.fetch = async (input) => {
  const url = new URL(input instanceof Request ? input.url : input, location.href)
  return Response.json(await answer(url))
}

const user: SessionRecord = {
  id: 'u1',
  name: 'Admin',
  role: 'admin',
  country: 'ic',
  isEmailVerified: true,
  isActivated: true,
} as SessionRecord

await startI18n()
await addLanguages()
const services = createConsoleServices(createAppServices())

const Console = () => {
  const navigate = useNavigate()
  const [parts] = useState(() => createWorkspace({ services, user, country: 'ic', navigate }))
  const { workspace } = parts
  Object.assign(window, { workspace })
  return (
    <WorkspaceContext value={workspace}>
      <IconsContext value={allIcons}>
        <KeyboardProvider bindings={workspace.keys.effective.get()} dispatch={workspace.run}>
          <h1>Console</h1>
          <WorkspacePalette parts={parts} />
        </KeyboardProvider>
      </IconsContext>
    </WorkspaceContext>
  )
}

createRoot(document.getElementById('root')!).render(
  <I18nextProvider i18n={i18n}>
    <RouterProvider router={createBrowserRouter([{ path: '*', Component: Console }])} />
  </I18nextProvider>,
)

const seen = async () => {
  const { workspace } = window as unknown as { workspace: ReturnType<typeof createWorkspace>['workspace'] }
  for (let skip = 0; skip < orders.length; skip += 1_000)
    await workspace.api.list('orders', { skip, limit: 1_000 })
  document.body.dataset.ready = 'true'
}
setTimeout(() => void seen(), 100)
