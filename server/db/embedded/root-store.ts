import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '../start-refusal.ts'

/** Folders that outlive a reboot and that an unprivileged account may pass through. */
const candidates = ['/var/lib/waybill', '/opt/waybill', '/var/tmp/waybill']

/**
 * Where root keeps what its unprivileged PostgreSQL must reach when the checkout or the data folder lies
 * behind a folder that only root may enter.
 */
export function rootStore(): string {
  for (const folder of candidates) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o711 })
      const { uid, mode } = statSync(folder)
      // Somebody else's folder could hold somebody else's binaries.
      if (uid === 0 && (mode & 0o022) === 0 && (mode & 0o001) !== 0) return folder
    } catch {
      // Read-only or not ours: the next one.
    }
  }
  throw new StartRefusal(
    `PostgreSQL does not run as root, and none of ${candidates.map((folder) => path.dirname(folder)).join(', ')} can hold its files for an unprivileged user: start Waybill as an ordinary user, or set DATABASE_URL.`,
  )
}
