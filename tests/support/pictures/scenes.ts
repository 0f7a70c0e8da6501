import type { Browser, Page } from '@playwright/test'
import type { Role } from '../../../domain/access/permissions.ts'
import type { CashHolder, HandoverDue } from '../../../domain/handovers/handover.ts'
import { encodeScan } from '../../../domain/scans/scan-code.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'

/** Reads from the API as the user of the scene. */
type Read = <Answer>(path: string) => Promise<Answer>

/** Who looks at which screen, in which settings; then what is done there. */
type Scene = {
  name: string
  role: Role
  path: string
  settings?: Record<string, string>
  isPhone?: true
  /** Texts that depend on the hour: counts that may be one or none. */
  byHour?: readonly string[]
  act?: (page: Page, read: Read) => Promise<void>
}

const press =
  (...keys: string[]) =>
  async (page: Page): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }

/** The pictures of the README and the user guide, by the names of their files in `docs/pictures`. */
export const scenes: readonly Scene[] = [
  {
    name: 'dashboard',
    role: 'admin',
    path: '/dashboard',
    byHour: [
      ...['callback due', 'callbacks due', 'invoice overdue', 'invoices overdue'],
      ...['parcel out for over 2 days', 'parcels out for over 2 days'],
    ],
  },
  {
    name: 'palette',
    role: 'admin',
    path: '/orders/list',
    act: async (page) => {
      await press('Control+a', 'Control+k')(page)
      await page.keyboard.type('status conf')
      // The dry run.
      await page
        .getByText(/\d would change/)
        .last()
        .waitFor()
    },
  },
  {
    name: 'orders-dark',
    role: 'admin',
    path: '/orders/list',
    settings: { mode: 'dark', layout: 'horizontal' },
    act: press('j', 'j', 'Space', 'Shift+ArrowDown'),
  },
  {
    name: 'scan',
    role: 'admin',
    path: '/shippings/scan',
    act: async (page, read) => {
      await page.keyboard.press('2')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      const { items } = await read<{ items: Shipping[] }>('shippings?country=ic&status=ASSIGNED&limit=4')
      for (const { number } of items) {
        await page.keyboard.type(encodeScan({ kind: 'shippings', number }))
        await page.keyboard.press('Enter')
        await page
          .getByRole('listitem')
          .filter({ hasText: `${number}` })
          .first()
          .waitFor()
      }
    },
  },
  {
    name: 'manifest',
    role: 'admin',
    path: '/manifests/list?sort=-parcels',
    settings: { layout: 'detached' },
    act: async (page) => {
      await press('j', 'p')(page)
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'cash',
    role: 'agent',
    path: '/handovers/count',
    act: async (page, read) => {
      const holders = await read<{ items: CashHolder[] }>('handovers/holders?country=ic')
      const [most] = holders.items.toSorted((one, other) => other.parcels - one.parcels)
      const due = await read<HandoverDue>(`handovers/due?country=ic&delivery=${most!.id}`)
      await page.keyboard.type(most!.name)
      await page.getByRole('option', { name: most!.name }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Counted' }).waitFor()
      await page.keyboard.type(`${due.expected - 500}`)
      await page.keyboard.press('Enter')
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'invoice',
    role: 'seller',
    // A paid one: whether the newest is depends on the day.
    path: '/invoices/list?q=status%3APAID',
    settings: { layout: 'detached' },
    act: press('Enter'),
  },
  {
    name: 'settings',
    role: 'admin',
    path: '/shippings/list',
    settings: { mode: 'dark', layout: 'two-column', twoToneIcons: 'on', userInfo: 'shown' },
    act: press('Control+,'),
  },
  {
    name: 'delivery',
    role: 'delivery',
    path: '/shippings/delivery/list',
    isPhone: true,
    byHour: ['Collected', 'Done today'],
  },
]

/** Opens the scene in English over the demo company at `url`, does what is done there, and waits until all is drawn. */
export const playScene = async (browser: Browser, url: string, scene: Scene): Promise<Page> => {
  const { role, path, settings = {}, isPhone, act } = scene
  const viewport = isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 }
  const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Africa/Abidjan', viewport })
  const login = await page.request.post(`${url}/api/sessions`, {
    data: { email: `${role}@waybill.test`, password: 'waybill-demo' },
  })
  const session = await login.text()
  // Storage belongs to an origin: any file of it will do to write it.
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(
    (stored) => {
      sessionStorage.setItem('session', stored.session)
      localStorage.setItem('settings', stored.settings)
    },
    { session, settings: JSON.stringify({ mode: 'light', ...settings }) },
  )
  await page.goto(`${url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The stream of live events never rests, so idleness of the network says nothing.
  await page.waitForTimeout(1_500)
  const headers = { authorization: JSON.parse(session).token }
  await act?.(page, async (from) => (await page.request.get(`${url}/api/${from}`, { headers })).json())
  await page.waitForTimeout(1_500)
  return page
}
