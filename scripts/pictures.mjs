import './lib/require-node.mjs'
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { ensureConsole } from './lib/console-build.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot } from './lib/root.mjs'
import { ensureServer } from './lib/server-build.mjs'

// npm run pictures: takes the README's screenshots with demo data.
ensureInstalled({ development: true })
ensureConsole()
await ensureServer()
const { chromium } = await import('@playwright/test')
const { path: executablePath, reason } = await findChromium()
if (!executablePath) throw new Error(reason)

const server = spawn(process.execPath, [inRoot('scripts/serve-for-tests.mjs')], {
  env: { ...process.env, PORT: '0', DEMO_ORDERS: '5000' },
  stdio: ['pipe', 'pipe', 'inherit'],
})
const url = await printedUrl(server)
const folder = inRoot('docs/pictures')
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath })
try {
  for (const picture of pictures()) await take(picture)
} finally {
  await browser.close()
  server.stdin.end()
}

/** Pictures: user, settings, keys pressed, text typed. */
function pictures() {
  return [
    { name: 'dashboard', role: 'admin', path: '/dashboard' },
    {
      name: 'palette',
      role: 'admin',
      path: '/orders/list',
      keys: ['Control+a', 'Control+k'],
      text: 'status conf',
    },
    {
      name: 'orders-dark',
      role: 'admin',
      path: '/orders/list',
      settings: { mode: 'dark', layout: 'horizontal' },
      keys: ['j', 'j', 'Space', 'Shift+ArrowDown'],
    },
    {
      name: 'invoice',
      role: 'seller',
      path: '/invoices/list',
      settings: { layout: 'detached' },
      keys: ['Enter'],
    },
    {
      name: 'settings',
      role: 'admin',
      path: '/shippings/list',
      settings: { mode: 'dark', layout: 'two-column', twoToneIcons: 'on', userInfo: 'shown' },
      keys: ['Control+,'],
    },
    { name: 'delivery', role: 'delivery', path: '/shippings/delivery/list', viewport: phone },
  ]
}

async function take({ name, role, path: screen, settings = {}, viewport = wide, keys = [], text }) {
  const page = await browser.newPage({ locale: 'en-GB', viewport })
  const login = await page.request.post(`${url}/api/sessions`, {
    data: { email: `${role}@waybill.test`, password: 'waybill-demo' },
  })
  // Storage needs a page of the origin: any file will do.
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate(
    ({ session, kept }) => {
      sessionStorage.setItem('session', session)
      localStorage.setItem('settings', kept)
    },
    { session: await login.text(), kept: JSON.stringify({ mode: 'light', ...settings }) },
  )
  await page.goto(`${url}${screen}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The event stream never ends, so network idleness cannot be awaited.
  await page.waitForTimeout(1_500)
  for (const key of keys) await page.keyboard.press(key)
  if (text) await page.keyboard.type(text)
  await page.waitForTimeout(1_500)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  await page.close()
}

/** Waits for the server's URL in its output. */
async function printedUrl({ stdout }) {
  let printed = ''
  for await (const chunk of stdout) {
    printed += chunk
    const address = /https?:\/\/\S+/.exec(printed)
    if (address) return address[0]
  }
  throw new Error('the server did not start')
}
