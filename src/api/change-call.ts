import type { SheetRow } from '../../domain/carrier-sheet/carrier-sheet.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { ChangeKind, PendingChange } from '../../machines/change/change-machine.ts'
import type { BulkOptions, StatusChange } from './call-options.ts'
import type { Api } from './create-api.ts'
import type { LineOfSource } from './endpoints/programs.ts'

type Called = Pick<PendingChange, 'kind' | 'resource' | 'target' | 'body'>

/** Makes a change, or its dry run, by the call of its kind. */
export const callChange = (api: Api, change: Called, options: BulkOptions): Promise<ChangeReport> =>
  calls[change.kind](api, change, options)

/** Commands build the body for their resource, so its type is not known here. */
const calls: Record<ChangeKind, (api: Api, change: Called, options: BulkOptions) => Promise<ChangeReport>> = {
  delete: (api, { resource, target }, options) => api.bulkDelete(resource, target, options),
  status: (api, { resource, target, body }, options) =>
    api.bulkStatus(resource as 'orders', target, body as StatusChange<'orders'>, options),
  comment: (api, { resource, target, body }, options) =>
    api.bulkComment(resource as 'orders', target, body as { comment: string | null }, options),
  activation: (api, { target, body }, options) =>
    api.users.setActivation(target, (body as { isActivated: boolean }).isActivated, options),
  calls: (api, { target, body }, options) =>
    api.users.letCall(target, (body as { calls: boolean }).calls, options),
  sheet: (api, { body }, options) =>
    api.shippings.applySheet((body as { rows: readonly SheetRow[] }).rows, options),
  delivery: (api, { target, body }, options) =>
    api.shippings.assign(target, (body as { delivery: string | null }).delivery, options),
  map: (api, { body }, options) => api.intake.map(body as LineOfSource, options),
  replay: (api, { resource, target }, options) =>
    (resource === 'deliveries' ? api.deliveries : api.intake).replay(target, options),
  message: (api, { resource, target, body }, options) =>
    api.messages.opened(resource as 'orders', target, body as { template: string }, options),
  'take-over': (api, { target }, options) => api.callers.turn('take-over', target, options),
  free: (api, { target }, options) => api.callers.turn('free', target, options),
  merge: (api, { target, body }, options) =>
    api.orders.merge(
      { keep: 'ids' in target ? (target.ids[0] ?? '') : '', ...(body as { drop: string }) },
      options,
    ),
}
