import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import buildConsole from '../../support/console/build-console.ts'
import {
  type SharedServer,
  seedFolder,
  startServer,
  usualOrders,
} from '../../support/console/running-server.ts'

/**
 * Builds the console, creates demo data once, and starts a server on a copy for each parallel worker: Playwright replaces
 * workers after failures and for other options. Returns the clean-up.
 */
export default async function setUp({ workers }: FullConfig): Promise<() => Promise<void>> {
  buildConsole()
  // The catalogue of primitives is for tests that a short run leaves out.
  if (process.env.TEST_SHORT !== '1') buildConsole(['--kit'])
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-seeded-'))
  chmodSync(folder, 0o711)
  const data = path.join(folder, 'data')
  await seedFolder(data)
  process.env.SEEDED_DATA = data
  const outputs = Array.from({ length: workers }, (_, at) => path.join(folder, `server-${at}.log`))
  const servers = await Promise.all(outputs.map((output) => startServer(usualOrders, {}, output)))
  const shared = servers.map(({ url }, at): SharedServer => ({ url, output: outputs[at]! }))
  process.env.SHARED_SERVERS = JSON.stringify(shared)
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
