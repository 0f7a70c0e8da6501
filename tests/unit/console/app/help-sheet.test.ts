import { expect, test } from 'vitest'
import { commandsNamed } from '../../../../src/app/shell/help-sheet.tsx'
import { registry } from '../../../support/console-registry.ts'

const labels = {
  'order.edit': 'Modifier la commande',
  'order.open': 'Ouvrir la commande',
  'go.orders': 'Aller aux commandes',
}
const commands = registry.commands.filter(({ id }) => id in labels)
const found = (sought: string) =>
  commandsNamed(commands, sought, ({ id }) => labels[id as keyof typeof labels])
    .map(({ id }) => id)
    .toSorted()

test('the key sheet finds commands by words of their name, in any order and without accents', () => {
  expect(found('')).toEqual(Object.keys(labels).toSorted())
  expect(found('commande MODIF')).toEqual(['order.edit'])
  expect(found('commandes aller')).toEqual(['go.orders'])
  expect(found('colis')).toEqual([])
})
