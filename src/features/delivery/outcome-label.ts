import type { Role } from '../../../domain/access/permissions.ts'

/** Label of an outcome on this screen, where "Cancel" alone would be ambiguous and couriers read about their own parcels. */
export const outcomeLabel = (id: string, t: (key: string) => string, role: Role): string => {
  if (id === 'shipping.cancel') return t('delivery:outcome.cancel')
  if (id === 'shipping.unassign' && role === 'delivery') return t('delivery:outcome.giveBack')
  return t(`commands:${id}.label`)
}
