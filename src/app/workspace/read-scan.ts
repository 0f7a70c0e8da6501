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
}

/**
 * What a scan does: a scan session takes every code as it is; else the part of the screen that has the focus takes the record where it is one that takes records; anywhere
 * else the record is opened. Digits that are no code, a record out of reach and a network that is gone are said with the
 * digits. A scan that comes before the last one was answered replaces it.
 */
export const createScanReader = ({ api, role, ports, targets }: Input) => {
  let request: AbortController | null = null
  const refuse = (code: string, reason: Failure['code']) =>
    ports.notify({ tone: 'danger', titleKey: 'keyboard:scan.refused', values: { code }, code: reason })

  return async (scanned: string): Promise<void> => {
    const code = readKey(scanned)
    if (targets.takeCode(code)) return
    // As it is now: by the time of the answer the focus may be elsewhere.
    const target = targets.focused()
    request?.abort()
    request = new AbortController()
    const { signal } = request
    if (decodeScan(code) === null) return refuse(code, 'SCAN_CODE_INVALID')
    try {
      const hit = await api.scanned(code, { signal, once: true })
      if (target === null) return ports.navigate(recordPath(role, hit, String(hit.number)))
      // What has gone since takes nothing: the person went on to something else.
      if (!targets.has(target) || (await target.take(hit))) return
      const record = ports.say(`${hit.resource}:numbered`, { number: hit.number })
      ports.notify({ tone: 'warning', titleKey: 'keyboard:scan.otherRecord', values: { record } })
    } catch (error) {
      if (!signal.aborted) refuse(code, codeOf(error))
    }
  }
}

/** Where a record is shown: on its page; a parcel on the round of who delivers it, where it can be handed over offline. */
export const recordPath = (role: Role, { resource, id }: RecordRef, number: string): string =>
  resource === 'shippings' && !admits('/shippings/list', role)
    ? paths.deliveryList(number)
    : paths.view(resource, id)
