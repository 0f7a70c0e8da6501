import { whyNot } from '../../../domain/access/why-not.ts'
import { isBaseTariff } from '../../../domain/tariffs/choose-tariff.ts'
import { defineActions } from '../shared/define-actions.ts'

export const tariffActions = defineActions('tariffs', {
  icon: 'tag',
  group: 'trade',
  at: 80,
  letter: 'Shift+f',
  rules: {
    delete: (actor, tariff) =>
      whyNot(actor, 'tariff.delete', tariff) ?? (isBaseTariff(tariff) ? 'TARIFF_NEEDED' : null),
  },
})
