import { paths } from '../../../domain/access/paths.ts'
import type { Role } from '../../../domain/access/permissions.ts'
import { admits } from '../../../domain/access/routes.ts'
import { readKey } from '../../../domain/lib/typed/read-key.ts'
import { decodeScan } from '../../../domain/scans/scan-code.ts'
import { codeOf, type Failure } from '../../../machines/failure.ts'
import type { RecordRef } from '../../../machines/palette/palette-types.ts'
import type { Api } from '../../api/create-api.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'
import type { ScanTargets } from '../../keyboard/scan-targets.tsx'

type Input = {
  api: Pick<Api, 'scanned'>
  role: Role
  ports: Pick<CommandPorts, 'navigate' | 'notify' | 'say'>
  targets: ScanTargets
  /** Path of the page, or of the one that a navigation leads to. */
  path: () => string
}

/**
 * Dispatches a scan: to the scan session; else to the focused scan target; else opens the record. Unknown codes, records out of
 * scope and network errors are toasted with the digits. A newer scan replaces one that is being looked up.
 */
export const createScanReader = ({ api, role, ports, targets, path }: Input) => {
  let request: AbortController | null = null
  const refuse = (code: string, reason: Failure['code']) =>
    ports.notify({ tone: 'danger', titleKey: 'keyboard:scan.refused', values: { code }, code: reason })

  return async (scanned: string): Promise<void> => {
    const code = readKey(scanned)
    if (targets.takeCode(code)) return
    // Its screen is loading.
    if (path().split('?')[0] === paths.scanSession()) return targets.hold(code)
    // Captured now: focus may move before the answer.
    const target = targets.focused()
    request?.abort()
    request = new AbortController()
    const { signal } = request
    if (decodeScan(code) === null) return refuse(code, 'SCAN_CODE_INVALID')
    try {
      const hit = await api.scanned(code, { signal, once: true })
      if (target === null) return ports.navigate(recordPath(role, hit, String(hit.number)))
      // The target was unmounted meanwhile.
      if (!targets.has(target) || (await target.take(hit))) return
      const record = ports.say(`${hit.resource}:numbered`, { number: hit.number })
      ports.notify({ tone: 'warning', titleKey: 'keyboard:scan.otherRecord', values: { record } })
    } catch (error) {
      if (!signal.aborted) refuse(code, codeOf(error))
    }
  }
}

/** Path of a record; for couriers, a parcel on their round, which works offline. */
export const recordPath = (role: Role, { resource, id }: RecordRef, number: string): string =>
  resource === 'shippings' && !admits('/shippings/list', role)
    ? paths.deliveryList(number)
    : paths.view(resource, id)
