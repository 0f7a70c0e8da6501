import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressText, noAddress } from '../../../../domain/intake/address-text.ts'
import { blankAddress, type ShopAddress } from '../../../../domain/intake/shop-order.ts'

const written = (address: Partial<ShopAddress>, max = 300) =>
  addressText({ ...blankAddress, ...address }, 'ic', max).text

it.each<[Partial<ShopAddress>, string]>([
  [{}, noAddress],
  [{ lines: ['.', ' - '] }, noAddress],
  [{ city: 'Abidjan' }, 'Abidjan'],
  [
    { lines: ['Cocody', 'villa 12'], city: 'Abidjan', region: 'Lagunes' },
    'Cocody, villa 12, Abidjan, Lagunes',
  ],
  [{ company: 'Pharmacie A', lines: ['Rue 3'], city: 'Bouaké' }, 'Pharmacie A, Rue 3, Bouaké'],
  [{ lines: ['Cocody, ABIDJAN'], city: 'Abidjan', region: 'abidjan' }, 'Cocody, ABIDJAN'],
  [{ lines: ['Rue d’Abidjan 3'], city: 'Abidjan' }, 'Rue d’Abidjan 3, Abidjan'],
  [{ lines: ['Rue 3', 'Rue 3'], city: 'Abidjan' }, 'Rue 3, Abidjan'],
  [{ lines: ['Rue 3'], city: 'Abidjan', postcode: '00225' }, 'Rue 3, Abidjan'],
  [{ lines: ['Rue 3'], city: 'Abidjan', postcode: '0000' }, 'Rue 3, Abidjan'],
  [
    { lines: ['Rue 3'], city: 'Paris', postcode: '75011', countryCode: 'FR', country: 'France' },
    'Rue 3, 75011 Paris, France',
  ],
  [{ lines: ['Rue 3'], city: 'Accra', countryCode: 'GH' }, 'Rue 3, Accra, GH'],
  [{ lines: ['Rue 3'], city: 'Abidjan', countryCode: 'CI', country: 'Côte d’Ivoire' }, 'Rue 3, Abidjan'],
  [{ lines: ['شارع الجمهورية'], city: 'طرابلس' }, 'شارع الجمهورية, طرابلس'],
])('%j reads %s', (address, text) => {
  expect(written(address)).toBe(text)
})

it('cuts the street, not the city', () => {
  expect(written({ lines: ['Une très longue rue'], city: 'Abidjan' }, 20)).toBe('Une très l…, Abidjan')
})

it('is never longer than the field, and never blank', () => {
  const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 500 }))
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 400 })),
      text,
      text,
      text,
      text,
      (lines, city, region, postcode, company) => {
        const { text: address } = addressText(
          { ...blankAddress, lines, city, region, postcode, company },
          'ic',
          300,
        )
        expect(Array.from(address).length).toBeLessThanOrEqual(300)
        expect(address.trim()).not.toBe('')
      },
    ),
  )
})
