import { expect, test } from 'vitest'
import { byStart } from '../../../../src/resources/shared/reference-options.ts'

const found = (text: string) =>
  byStart(
    ['Rechargeable LED', 'Lampe chargeur', 'Chargeur rapide', 'Déchargé', 'Chargeur solaire'].map(
      (label) => ({
        label,
      }),
    ),
    text,
  ).map(({ label }) => label)

test('options that begin with the text come first, then those with a word that does', () => {
  const all = ['Chargeur rapide', 'Chargeur solaire', 'Lampe chargeur', 'Rechargeable LED', 'Déchargé']
  expect(found('charg')).toEqual(all)
  expect(found('CHARG')).toEqual(all)
})

test('a text that begins nothing, and none, keep the order', () => {
  const all = ['Rechargeable LED', 'Lampe chargeur', 'Chargeur rapide', 'Déchargé', 'Chargeur solaire']
  expect(found('harg')).toEqual(all)
  expect(found('')).toEqual(all)
})
