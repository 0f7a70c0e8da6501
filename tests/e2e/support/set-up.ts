import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import buildConsole from '../../support/console/build-console.ts'
import { seedFolder } from '../../support/console/running-server.ts'

/** Builds the console and makes the demo company once, before any worker serves them. Returns the clean-up. */
export default async function setUp(): Promise<() => void> {
  buildConsole()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-seeded-'))
  chmodSync(folder, 0o711)
  await seedFolder(folder)
  process.env.SEEDED_DATA = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
