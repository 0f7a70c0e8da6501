import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { isBaseTariff } from '../../../domain/tariffs/choose-tariff.ts'
import { defineCommand } from '../../commands/command.ts'
import { defineActions } from '../shared/define-actions.ts'

export const tariffActions = defineActions('tariffs', {
  icon: 'tag',
  group: 'trade',
  at: 80,
  letter: 'Shift+f',
  own: [
    defineCommand({
      id: 'tariff.grid',
      icon: 'spreadsheet',
      target: 'none',
      section: 'list',
      keys: [{ keys: 'p', when: 'list resource:tariffs' }],
      whyNot: ({ actor }) => (actor !== null && admits('/tariffs/grid', actor) ? null : 'FORBIDDEN'),
      run: ({ ports }) => ports.navigate(paths.tariffGrid()),
    }),
  ],
  rules: {
    delete: (actor, tariff) =>
      whyNot(actor, 'tariff.delete', tariff) ?? (isBaseTariff(tariff) ? 'TARIFF_NEEDED' : null),
  },
})
