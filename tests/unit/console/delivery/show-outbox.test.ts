import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../../domain/access/permissions.ts'
import { languageCodes } from '../../../../domain/core/languages.ts'
import type { OutboxEntry } from '../../../../machines/outbox/outbox-types.ts'
import { changeDetails } from '../../../../src/features/changes/change-details.ts'
import { showOutbox, showQueued } from '../../../../src/features/delivery/show-outbox.ts'
import type { OutboxHost } from '../../../../src/stores/outbox-host.ts'
import { shortReason } from '../../../../src/ui/error-words.ts'
import { createToastStore, wordsOf } from '../../../../src/ui/feedback/toast-store.ts'
import { wholeEntry } from '../../../support/whole-records.ts'
import { readTexts } from '../../locales/texts.ts'

const i18n = i18next.createInstance()

beforeAll(() =>
  i18n.init({
    keySeparator: false,
    resources: Object.fromEntries(
      languageCodes.map((language) => {
        const namespaces: Record<string, Record<string, string>> = {}
        for (const [key, text] of readTexts(language)) {
          const [namespace = '', name = ''] = key.split(':')
          namespaces[namespace] = { ...namespaces[namespace], [name]: text }
        }
        return [language, namespaces]
      }),
    ),
  }),
)

const entry = (verb: string, more: Partial<OutboxEntry> = {}) =>
  wholeEntry({ verb, record: { id: 'p1', number: 53_260, name: 'Awa Koné' }, body: {}, ...more })

/** Title of the toast for a sent change, or with `code` a refused one. */
const titleOf = (
  entry: OutboxEntry,
  language: string,
  role: Role = 'delivery',
  code?: 'NOT_FOUND',
): string => {
  const toasts = createToastStore()
  const counts = { changed: 1, refused: 0, refusedBy: {} }
  const outbox = { wasTakenBack: () => false } as unknown as OutboxHost
  const tellers = {
    toasts,
    t: i18n.getFixedT(language),
    role,
    undoBatch: () => undefined,
    keysOf: () => undefined,
    remember: () => undefined,
  }
  showOutbox(
    outbox,
    tellers,
    code === undefined
      ? { type: 'outbox.sent', entry, report: { batchId: 'b1', counts, changed: [], refused: [] } }
      : { type: 'outbox.refused', entry, code },
    false,
  )
  return wordsOf(toasts.toasts()[0]?.title)
}

describe('a change that was sent is named by what it has done', () => {
  test.each([
    ['fr', 'shipping.deliver', 'Livraison n° 53260 livrée'],
    ['en', 'shipping.cancel', 'Shipment 53260 cancelled'],
    ['es', 'shipping.postpone', 'Envío n.º 53260 aplazado'],
    ['it', 'shipping.dispatch', 'Pacco n. 53260 messo in consegna'],
    ['de', 'shipping.deliver', 'Lieferung Nr. 53260 zugestellt'],
    ['ru', 'shipping.deliver', 'Посылка № 53260 доставлена'],
  ])('%s %s', (language, verb, title) => {
    expect(titleOf(entry(verb), language)).toBe(title)
  })

  test('by its status where the command has it as an argument', () => {
    const collect = entry('shipping.collect', { body: { status: 'DELIVERED', collected: 9_000 } })
    expect(titleOf(collect, 'fr')).toBe('Livraison n° 53260 livrée')
    expect(titleOf(entry('shipping.status', { body: { status: 'REFUSED' } }), 'fr')).toBe(
      'Livraison n° 53260 marquée refusée',
    )
  })

  test('as an order where it is of an order', () => {
    const confirm = entry('order.confirm', { resource: 'orders', body: { status: 'CONFIRMED' } })
    expect(titleOf(confirm, 'fr', 'admin')).toBe('Commande n° 53260 confirmée')
    expect(titleOf(confirm, 'fr', 'admin', 'NOT_FOUND')).toBe('Commande n° 53260 : l’issue a été refusée')
  })

  test('from the point of view of the delivery person who gives a parcel back', () => {
    const unassign = entry('shipping.unassign', { kind: 'delivery', body: { delivery: null } })
    expect(titleOf(unassign, 'fr', 'admin')).toBe('Livraison n° 53260 reprise au livreur')
    expect(titleOf(unassign, 'fr')).toBe('Colis n° 53260 rendu, il n’est plus dans votre tournée')
    expect(titleOf(unassign, 'fr', 'delivery', 'NOT_FOUND')).toBe(
      'Colis n° 53260 : « Rendre le colis » a été refusé',
    )
  })
})

test.each(languageCodes)('no change is named by its command in %s', (language) => {
  const verbs = [
    'dispatch',
    'deliver',
    'not-reachable',
    'postpone',
    'refuse',
    'return',
    'cancel',
    'lose',
    'reopen',
  ]
  const named = verbs.filter((verb) =>
    titleOf(entry(`shipping.${verb}`), language).includes(
      i18n.t(`commands:shipping.${verb}.label`, { lng: language }),
    ),
  )
  expect(named).toEqual([])
})

describe('a change is said with what it gave the record', () => {
  const details = (body: Record<string, unknown>, language = 'fr') =>
    changeDetails(body, {
      t: i18n.getFixedT(language),
      language,
      country: 'tn',
      nameOf: (id) => (id === 'c1' ? 'Bintou Djè' : undefined),
    })

  test('the customer’s time of the next call, the day, the courier', () => {
    expect(details({ status: 'NOT_REACHABLE', callbackAt: '2026-11-24T09:30:00.000Z' })).toBe(
      'à rappeler : mar. 24 nov., 10:30',
    )
    expect(details({ status: 'POSTPONED', postponedTo: '2026-11-28' }, 'de')).toBe('Sa., 28. Nov.')
    expect(details({ delivery: 'c1' })).toBe('Bintou Djè')
    expect(details({ delivery: 'c2' })).toBe('')
    expect(details({ status: 'CONFIRMED' })).toBe('')
  })

  test('an order that waits for the network is none of the parcels', () => {
    const toasts = createToastStore()
    const outbox = { view: { get: () => ({ entries: [] }) } } as unknown as OutboxHost
    const t = i18n.getFixedT('en')
    const tellers = { toasts, t, role: 'admin', keysOf: () => undefined, remember: () => undefined } as const
    showQueued(outbox, tellers, [entry('order.confirm', { resource: 'orders' })])
    expect(wordsOf(toasts.toasts()[0]?.title)).toMatch(/^Order 53260 confirmed: will be sent/)
  })

  test('of several queued changes of a parcel only the newest is told', () => {
    const toasts = createToastStore()
    const outbox = { view: { get: () => ({ entries: [] }) } } as unknown as OutboxHost
    const t = i18n.getFixedT('en')
    const tellers = {
      toasts,
      t,
      role: 'delivery',
      keysOf: () => undefined,
      remember: () => undefined,
    } as const
    showQueued(outbox, tellers, [entry('shipping.dispatch', { id: '1' })])
    showQueued(outbox, tellers, [entry('shipping.deliver', { id: '2' })])
    expect(toasts.toasts().map(({ id }) => id)).toEqual(['2'])
  })

  test('a parcel that the courier has already is not said to have a status', () => {
    const t = (key: string, values?: Record<string, unknown>) => i18n.getFixedT('en')(key, values ?? {})
    expect(shortReason('ALREADY_THERE', t, 'shipping.assign')).toBe('already with this courier')
    expect(shortReason('ALREADY_THERE', t, 'shipping.deliver')).toBe('already has that status')
  })
})
