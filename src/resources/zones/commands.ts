import { whyNotDelete } from '../../../domain/access/why-not.ts'
import { defineActions } from '../shared/define-actions.ts'

export const zoneActions = defineActions('zones', {
  icon: 'map-pin',
  group: 'delivery',
  at: 80,
  letter: 'Shift+z',
  rules: { delete: (actor, zone) => whyNotDelete(actor, 'zone.delete', zone, zone.tariffs > 0) },
})
