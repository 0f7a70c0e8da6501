import './lib/require-node.mjs'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureConsole } from './lib/console-build.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot } from './lib/root.mjs'
import { ensureServer } from './lib/server-build.mjs'

// npm run pictures: takes the pictures of the README and the user guide over a demo company of its own. `shown.json` stores what each
// shows, which tests/e2e/pictures.test.ts compares with the console (ADR 0090).
ensureInstalled({ development: true })
ensureConsole()
await ensureServer()
const { register } = await import('tsx/esm/api')
register()
const { chromium } = await import('@playwright/test')
const { playScene, scenes } = await import('../tests/support/pictures/scenes.ts')
const { shownTexts } = await import('../tests/support/pictures/shown-texts.ts')
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
const shown = {}
try {
  for (const scene of scenes) {
    const page = await playScene(browser, url, scene)
    const picture = await page.screenshot({ path: path.join(folder, `${scene.name}.png`) })
    const hash = createHash('sha256').update(picture).digest('hex')
    shown[scene.name] = { picture: hash, shows: await shownTexts(page) }
    await page.close()
  }
} finally {
  await browser.close()
  server.stdin.end()
}
writeFileSync(path.join(folder, 'shown.json'), `${JSON.stringify(shown, null, 2)}\n`)

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
