import { isScanAction, MAX_SCANS, type ScanTask, scanActions } from '../../../domain/scans/scan-session.ts'
import { scannedCode } from '../../../machines/scan-session/scan-session-rules.ts'
import type { StoredSession } from '../../../machines/scan-session/scan-session-types.ts'
import { deviceStorage } from '../../storage/browser-storage.ts'

/** Storage key of a user's uncommitted scans in a country. */
export const sessionKey = (user: string, country: string): string => `scan-session.${user}.${country}`

const none: StoredSession = { task: null, scans: [] }

/** Tolerates data of older versions and corrupt data. */
export const readSession = (
  key: string,
  storage: Pick<Storage, 'getItem'> = deviceStorage,
): StoredSession => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    if (!isObject(stored) || !Array.isArray(stored.scans)) return none
    const scans = stored.scans.filter(isScan).slice(0, MAX_SCANS)
    const codes = scans.map(({ code }) => code)
    return {
      task: readTask(stored.task),
      scans: scans.filter(({ code }, index) => codes.indexOf(code) === index).map(scannedCode),
    }
  } catch {
    return none
  }
}

/** False if storage fails: scans are lost with the page. */
export const storeSession = (
  key: string,
  { task, scans }: StoredSession,
  storage: Pick<Storage, 'setItem' | 'removeItem'> = deviceStorage,
): boolean => {
  try {
    if (task === null && scans.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify({ task, scans: scans.map(scannedCode) }))
    return true
  } catch {
    return false
  }
}

const readTask = (task: unknown): ScanTask | null => {
  if (!isObject(task) || typeof task.action !== 'string' || !isScanAction(task.action)) return null
  const { action, delivery } = task
  if (!scanActions[action].asksDelivery) return { action, delivery: null }
  if (!isObject(delivery)) return null
  const { id, name, country } = delivery
  return typeof id === 'string' && typeof name === 'string' && typeof country === 'string'
    ? { action, delivery: { id, name, country } }
    : null
}

const isScan = (scan: unknown): scan is StoredSession['scans'][number] =>
  isObject(scan) &&
  isCode(scan.code) &&
  typeof scan.at === 'number' &&
  (scan.typed === undefined || isCode(scan.typed))

const isCode = (code: unknown): code is string => typeof code === 'string' && code.length <= 100

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
