import { describe, expect, it } from 'vitest'
import { changeVerbs, isChangeVerb } from '../../../domain/changes/change-verbs.ts'
import { languageCodes } from '../../../domain/core/languages.ts'
import { registry } from '../../support/console-registry.ts'
import { readTexts } from './texts.ts'

const verbs = Object.keys(changeVerbs)

describe.each(languageCodes)('what a change is called in %s', (language) => {
  const texts = readTexts(language)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories

  it.each(['ask', 'done'])('names verb, resource and count of every change: %s', (kind) => {
    const wanted = verbs.flatMap((verb) => [
      [`actions:${verb}.${kind}Single`, '{{number}}'] as const,
      ...forms.map((form) => [`actions:${verb}.${kind}_${form}`, '{{count, number}}'] as const),
    ])
    expect(wanted.filter(([key, filled]) => !texts.get(key)?.includes(filled))).toEqual([])
  })

  it('gives no two changes the same words', () => {
    const done = verbs.map((verb) => texts.get(`actions:${verb}.doneSingle`))
    expect(new Set(done).size).toBe(verbs.length)
  })
})

it('knows every command of one verb that changes records in bulk', () => {
  const single = registry.commands.filter(
    ({ id, confirmation, preview }) =>
      confirmation && preview && !isChangeVerb(id) && !/\.status$|\.collect$/.test(id),
  )
  expect(single.map(({ id }) => id)).toEqual([])
})

it.each([
  ['fr', 'order.cancel', 'Commande n° {{number}} annulée'],
  ['fr', 'product.delete', 'Produit n° {{number}} supprimé'],
  ['es', 'order.cancel', 'Pedido n.º {{number}} anulado'],
  ['es', 'shipping.cancel', 'Envío n.º {{number}} anulado'],
  ['it', 'shipping.return', 'Pacco n. {{number}} segnato come reso'],
  ['ru', 'affiliate.delete', 'Предложение № {{number}} удалено'],
] as const)('agrees with the gender of the record: %s %s', (language, verb, text) => {
  expect(readTexts(language).get(`actions:${verb}.doneSingle`)).toBe(text)
})
