import type { Role } from '../../../domain/access/permissions.ts'

/**
 * The name of a change of a parcel on this screen, where a bare "Cancel" closes a dialog or discards an unsent change, and
 * delivery persons read of their own parcels.
 */
export const outcomeLabel = (id: string, t: (key: string) => string, role: Role): string => {
  if (id === 'shipping.cancel') return t('delivery:outcome.cancel')
  if (id === 'shipping.unassign' && role === 'delivery') return t('delivery:outcome.giveBack')
  return t(`commands:${id}.label`)
}
