import './lib/require-node.mjs'
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { ensureConsole } from './lib/console-build.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot } from './lib/root.mjs'

// npm run pictures: takes the README's pictures of the console as it is now, over a demo company of its own.
ensureInstalled({ development: true })
ensureConsole()
const { chromium } = await import('@playwright/test')
const { path: executablePath, reason } = await findChromium()
if (!executablePath) throw new Error(reason)

const server = spawn(process.execPath, [inRoot('scripts/serve-for-tests.mjs')], {
  env: { ...process.env, PORT: '0', DEMO_ORDERS: '5000' },
  stdio: ['pipe', 'pipe', 'inherit'],
})
const url = await printedUrl(server)
const folder = inRoot('docs/pictures')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath })
try {
  for (const picture of pictures()) await take(picture)
} finally {
  await browser.close()
  server.stdin.end()
}

/** What each picture shows: keys pressed after the login. */
function pictures() {
  return [
    {
      name: 'palette',
      colorScheme: 'light',
      keys: ['Control+a', 'Control+k'],
      text: 'status conf',
    },
    { name: 'orders-dark', colorScheme: 'dark', keys: ['j', 'j', 'Space', 'Shift+ArrowDown'] },
    { name: 'help', colorScheme: 'light', keys: ['?'] },
  ]
}

async function take({ name, colorScheme, keys, text }) {
  const page = await browser.newPage({ colorScheme, locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  await page.goto(url)
  await page.getByRole('textbox').first().waitFor()
  await page.keyboard.type('admin@waybill.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('waybill-demo')
  await page.keyboard.press('Enter')
  await page.getByRole('grid').getByRole('row').nth(2).waitFor()
  for (const key of keys) await page.keyboard.press(key)
  if (text) await page.keyboard.type(text)
  // The stream of live events never rests, so idleness of the network says nothing.
  await page.waitForTimeout(1_500)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  await page.close()
}

/** The server prints its address once it answers there. */
async function printedUrl({ stdout }) {
  let printed = ''
  for await (const chunk of stdout) {
    printed += chunk
    const address = /https?:\/\/\S+/.exec(printed)
    if (address) return address[0]
  }
  throw new Error('the server did not start')
}
