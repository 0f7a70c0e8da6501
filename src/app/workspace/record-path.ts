import { paths } from '../../../domain/access/paths.ts'
import type { Role } from '../../../domain/access/permissions.ts'
import { admits } from '../../../domain/access/routes.ts'
import type { RecordRef } from '../../../machines/palette/palette-types.ts'

/** Where a record is shown: on its page; a parcel on the round of who delivers it, where it can be handed over offline. */
export const recordPath = (role: Role, { resource, id }: RecordRef, number: string): string =>
  resource === 'shippings' && !admits('/shippings/list', role)
    ? paths.deliveryList(number)
    : paths.view(resource, id)
