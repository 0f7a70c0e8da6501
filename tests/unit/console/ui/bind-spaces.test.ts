import { expect, test } from 'vitest'
import { bindSpaces } from '../../../../src/ui/format/bind-spaces.ts'

test('French punctuation stays on the line of their word', () => {
  expect(bindSpaces('Défait : commande n° 12, « Colis » perdu ? Oui ! ; fin', 'fr')).toBe(
    'Défait\u00a0: commande n° 12, «\u00a0Colis\u00a0» perdu\u00a0? Oui\u00a0!\u00a0; fin',
  )
  expect(bindSpaces('Undone : order ?', 'en')).toBe('Undone : order ?')
})
