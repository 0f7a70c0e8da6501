import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { type LanguageCode, languageCodes, localeOf } from '../../../domain/core/languages.ts'
import type { Customer, CustomerOrder } from '../../../domain/customers/customer.ts'
import { customerParts, customerScore } from '../../../domain/customers/customer-sentence.ts'
import { sharedPlace } from '../../../domain/customers/shared-place.ts'
import { readTexts } from '../../../scripts/lib/read-texts.mjs'
import { writeAmounts } from '../../../src/i18n/write-amounts.ts'
import { relativeWords } from '../../../src/ui/format/relative-time.tsx'

const now = new Date('2026-11-27T12:00:00.000Z')
const spoken = { id: 'o1', country: 'ic', product: 'p1' } as const

const nothing: Customer['outcomes'] = {
  country: 'ic',
  waiting: 0,
  cancelled: 0,
  delivered: 0,
  refused: 0,
  returned: 0,
  underway: 0,
  refusedAddresses: [],
  returnedAddresses: [],
}

const orderOf = (more: Partial<CustomerOrder> = {}): CustomerOrder => ({
  id: 'o2',
  number: 10_002,
  country: 'ic',
  product: 'p2',
  productName: 'Montre',
  quantity: 1,
  totalPrice: 15_000,
  status: 'CONFIRMED',
  isDuplicate: false,
  basket: null,
  callbackAt: null,
  createdAt: '2026-11-27T10:00:00.000Z',
  shipping: null,
  shippingNumber: null,
  shippingStatus: null,
  ...more,
})

const self = orderOf({ id: 'o1', product: 'p1', status: 'PENDING' })

const customerOf = (
  outcomes: Partial<Customer['outcomes']>,
  latest: readonly CustomerOrder[] = [],
): Customer => ({
  phone: '+2250708091011',
  country: 'ic',
  name: 'Awa Koné',
  names: ['Awa Koné'],
  addresses: ['Cocody'],
  orders: 1,
  firstOrderAt: '2026-10-01T10:00:00.000Z',
  lastOrderAt: '2026-11-01T10:00:00.000Z',
  byStatus: {},
  byShippingStatus: {},
  confirmationRate: null,
  deliveryRate: null,
  collected: [],
  duplicates: 0,
  callbackAt: null,
  outcomes: { ...nothing, waiting: 1, ...outcomes },
  latest: [self, ...latest],
})

type Case = { customer: Customer; says: Record<LanguageCode, string> }

const abidjan = ['Cocody, rue 12, Abidjan', 'Marcory, Abidjan']

/** The examples of the sentence, as each language says them. */
const cases: Record<string, Case> = {
  'a first order': {
    customer: customerOf({}),
    says: {
      fr: 'première commande de ce numéro',
      en: 'first order with this number',
      de: 'erste Bestellung mit dieser Nummer',
      es: 'primer pedido con este número',
      it: 'primo ordine con questo numero',
      ru: 'первый заказ с этого номера',
    },
  },
  'deliveries, refusals in one town, and the same product just now': {
    customer: customerOf({ delivered: 3, refused: 2, returned: 2, refusedAddresses: abidjan }, [
      orderOf({ product: 'p1' }),
    ]),
    says: {
      fr: '3 livrées sur 7, 2 refusées à Abidjan, 2 retournées, même produit il y a 2 heures',
      en: '3 of 7 delivered, 2 refused in Abidjan, 2 returned, same product 2 hours ago',
      de: '3 von 7 zugestellt, 2 verweigert in Abidjan, 2 retourniert, gleiches Produkt vor 2 Stunden',
      es: '3 de 7 entregados, 2 rechazados en Abidjan, 2 devueltos, mismo producto hace 2 horas',
      it: '3 su 7 consegnati, 2 rifiutati (Abidjan), 2 resi, stesso prodotto 2 ore fa',
      ru: 'доставлено 3 из 7, 2 отказа (Abidjan), 2 возврата, тот же товар 2 часа назад',
    },
  },
  'one of each': {
    customer: customerOf({
      delivered: 1,
      refused: 1,
      returned: 1,
      underway: 1,
      cancelled: 1,
      waiting: 2,
      returnedAddresses: ['Yopougon Maroc, rue L12'],
    }),
    says: {
      fr: '1 livrée sur 3, 1 refusée, 1 retournée à Yopougon Maroc, 1 en cours, 1 annulée, 1 autre à appeler',
      en: '1 of 3 delivered, 1 refused, 1 returned in Yopougon Maroc, 1 underway, 1 cancelled, 1 more to call',
      de: '1 von 3 zugestellt, 1 verweigert, 1 retourniert in Yopougon Maroc, 1 unterwegs, 1 storniert, 1 weitere anzurufen',
      es: '1 de 3 entregados, 1 rechazado, 1 devuelto en Yopougon Maroc, 1 en curso, 1 anulado, 1 más por llamar',
      it: '1 su 3 consegnato, 1 rifiutato, 1 reso (Yopougon Maroc), 1 in corso, 1 annullato, 1 altro da chiamare',
      ru: 'доставлен 1 из 3, 1 отказ, 1 возврат (Yopougon Maroc), 1 в пути, 1 отменён, ещё 1 ждёт звонка',
    },
  },
  'many: the forms of five and of twenty-one': {
    customer: customerOf({ delivered: 21, refused: 5, returned: 22, cancelled: 21, waiting: 6 }),
    says: {
      fr: '21 livrées sur 48, 5 refusées, 22 retournées, 21 annulées, 5 autres à appeler',
      en: '21 of 48 delivered, 5 refused, 22 returned, 21 cancelled, 5 more to call',
      de: '21 von 48 zugestellt, 5 verweigert, 22 retourniert, 21 storniert, 5 weitere anzurufen',
      es: '21 de 48 entregados, 5 rechazados, 22 devueltos, 21 anulados, 5 más por llamar',
      it: '21 su 48 consegnati, 5 rifiutati, 22 resi, 21 annullati, 5 altri da chiamare',
      ru: 'доставлен 21 из 48, 5 отказов, 22 возврата, 21 отменён, ещё 5 ждут звонка',
    },
  },
  'nothing taken': {
    customer: customerOf({ refused: 3 }),
    says: {
      fr: '0 livrée sur 3, 3 refusées',
      en: '0 of 3 delivered, 3 refused',
      de: '0 von 3 zugestellt, 3 verweigert',
      es: '0 de 3 entregados, 3 rechazados',
      it: '0 su 3 consegnati, 3 rifiutati',
      ru: 'доставлено 0 из 3, 3 отказа',
    },
  },
}

describe.each(languageCodes)('the customer in one sentence, in %s', (language) => {
  const i18n = i18next.createInstance()
  beforeAll(async () => {
    await i18n.init({
      lng: language,
      resources: { [language]: readTexts(language) },
      interpolation: { escapeValue: false },
    })
    writeAmounts(i18n)
  })

  it.each(Object.entries(cases))('%s', (_, { customer, says }) => {
    const words = customerParts(customer, spoken, now).map(({ kind, values, at }) => {
      const where = { now: now.getTime(), timeZone: 'Africa/Abidjan' }
      const ago = at === undefined ? '' : relativeWords(new Date(at), where, localeOf(language), 'long')
      return i18n.t(`customers:sentence.${kind}`, { ...values, ago })
    })
    expect(words.join(', ').replaceAll('\u00a0', ' ')).toBe(says[language])
  })
})

describe('the score of a customer', () => {
  it('is a fraction whose parts are the sentence’s: underway and lost parcels do not count', () => {
    expect(customerScore(customerOf({ delivered: 3, refused: 1, returned: 1, underway: 4 }))).toEqual({
      delivered: 3,
      of: 5,
    })
    expect(customerScore(customerOf({ underway: 4, cancelled: 2 }))).toBeNull()
  })
})

describe('the parts of the sentence', () => {
  it('open what they count', () => {
    const same = orderOf({ product: 'p1' })
    const parts = customerParts(customerOf({ delivered: 1, waiting: 2, cancelled: 1 }, [same]), spoken, now)
    const where = (status: string) => ({ keyword: '+2250708091011', status, country: 'ic' })
    expect(parts.map(({ opens }) => opens)).toEqual([
      { resource: 'shippings', where: where('DELIVERED') },
      { resource: 'orders', where: where('CANCELLED') },
      { resource: 'orders', where: where('PENDING,NOT_REACHABLE') },
      { order: same },
    ])
  })

  it('count other orders than the one that they are about, whatever became of it', () => {
    const kindsOf = (order: Partial<CustomerOrder>, outcomes: Partial<Customer['outcomes']>) => {
      const { latest, ...customer } = customerOf({ waiting: 0, ...outcomes })
      const all = { ...customer, latest: latest.map((one) => ({ ...one, ...order })) }
      return customerParts(all, spoken, now).map(({ kind, values }) => [kind, values.count])
    }
    expect(kindsOf({ status: 'CANCELLED' }, { cancelled: 1 })).toEqual([['first', undefined]])
    expect(kindsOf({ status: 'CANCELLED' }, { cancelled: 3 })).toEqual([['cancelled', 2]])
    const out = { status: 'CONFIRMED', shippingStatus: 'OUT_FOR_DELIVERY' } as const
    expect(kindsOf(out, { underway: 1 })).toEqual([['first', undefined]])
    expect(kindsOf(out, { underway: 2, cancelled: 1 })).toEqual([
      ['underway', 1],
      ['cancelled', 1],
    ])
  })

  it('leave out the same product of long ago, cancelled, or of another country', () => {
    const others: Partial<CustomerOrder>[] = [
      { createdAt: '2026-10-01T10:00:00.000Z' },
      { status: 'CANCELLED' },
      { country: 'sn' },
      { product: 'p2' },
    ]
    for (const other of others) {
      const parts = customerParts(customerOf({}, [orderOf({ product: 'p1', ...other })]), spoken, now)
      expect(parts.map(({ kind }) => kind)).toEqual(['first'])
    }
  })
})

it.each([
  [['Cocody, rue 12, Abidjan', 'Marcory, Abidjan'], 'Abidjan'],
  [['Cocody Angré 7e tranche, rue L12', 'cocody Riviera 2'], 'Cocody'],
  [['Yopougon Maroc, rue L12, près de la pharmacie'], 'Yopougon Maroc'],
  [['12 rue de la Paix, 75011 Paris', '75018 Paris'], 'Paris'],
  [['Dakar Plateau', 'Thiès Randoulène'], null],
  [['12', 'Rue 4'], null],
  [['À côté de la gare'], null],
  [[], null],
])('the place of %j is %s', (addresses, place) => {
  expect(sharedPlace(addresses)).toBe(place)
})
