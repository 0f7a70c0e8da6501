import { describe, expect, it } from 'vitest'
import type { SearchHit } from '../../domain/changes/changes.ts'
import { encodeScan } from '../../domain/scans/scan-code.ts'
import type { ResolvedKeys } from '../../domain/search/record-keys.ts'
import { expectInvalid } from '../support/api/caller.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { openShopApi, orderInput } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const product = await shop.product({ name: 'Lampe à marques' })
const order = await shop.order(product, {
  customerName: 'Zoumana Bakakoko',
  customerPhone: '05 87 65 43 21',
})
await api.context.pool.query('update orders set external_ref = $1 where id = $2', ['MARK-5521', order.id])

/** Invisible characters copied from chats, pages or sheets. */
const marked: readonly [kind: string, mark: (text: string) => string][] = [
  ['an embedding', (text) => `\u202a${text}\u202c`],
  ['an isolate', (text) => `\u2066${text}\u2069`],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['no-break spaces', (text) => `\u00a0${text}\u202f`],
  ['a zero-width space within', (text) => `${text.slice(0, 3)}\u200b${text.slice(3)}`],
  ['a word joiner and a soft hyphen within', (text) => `${text.slice(0, 2)}\u2060\u00ad${text.slice(2)}`],
  ['marks of direction', (text) => `\u200e${text.slice(0, 4)}\u200f${text.slice(4)}\u061c`],
]

describe.each(marked)('%s', (_, mark) => {
  it('is taken out of every text of a body', async () => {
    const { status, body } = await shop.admin.post('/orders', {
      body: orderInput(product, {
        customerName: mark('Adjoua Marquise'),
        customerPhone: mark('0587654322'),
        customerAddress: mark('Cocody, rue 12'),
        comment: mark('sonner\ndeux fois'),
        product: mark(product.id),
      }),
    })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        customerName: 'Adjoua Marquise',
        customerPhone: '+2250587654322',
        customerAddress: 'Cocody, rue 12',
        comment: 'sonner\ndeux fois',
      },
    })
  })

  it('hides no record from the search, a list, a pasted key or a call by telephone', async () => {
    const found = await shop.admin.get<{ items: SearchHit[] }>(
      `/search?q=${encodeURIComponent(mark('Zoumana'))}&limit=${encodeURIComponent('20')}`,
    )
    expect(found.body.items.map(({ id }) => id)).toContain(order.id)
    const listed = await shop.admin.get<{ items: { id: string }[] }>(
      `/orders?keyword=${encodeURIComponent(mark('Bakakoko'))}&status=${encodeURIComponent(mark('PENDING'))}&limit=${encodeURIComponent(mark('50'))}`,
    )
    expect(listed.body.items?.map(({ id }) => id)).toEqual([order.id])
    const keys = ['0587654321', 'MARK-5521', String(order.number)].map(mark)
    const { body } = await shop.admin.post<ResolvedKeys>('/orders/resolve', { body: { keys } })
    expect(body).toMatchObject({
      found: keys.map((key) => ({ key, id: order.id })),
      unknown: [],
      ambiguous: [],
    })
    const customer = await shop.admin.get(`/customers/${encodeURIComponent(mark('0587654321'))}`)
    expect(customer).toMatchObject({ status: 200, body: { phone: '+2250587654321' } })
  })

  it('keeps nobody from logging in', async () => {
    const user = await api.createUser()
    const login = await api.anybody.post('/sessions', {
      body: { email: mark(user.email), password: testPassword },
    })
    expect(login.status).toBe(200)
  })

  it('is no part of a scanned code', async () => {
    const scanned = await shop.admin.get(
      `/scans/${encodeURIComponent(mark(encodeScan({ kind: 'orders', number: order.number })))}`,
    )
    expect(scanned).toMatchObject({ status: 200, body: { id: order.id } })
  })
})

it('leaves a password as it was typed', async () => {
  const { body: made } = await shop.admin.post<{ id: string; email: string }>('/users', {
    body: {
      ...{ country: 'ic', role: 'seller', name: 'Mot\u200b de passe', phone: '0587654323' },
      ...{ email: 'mot-de-passe@marks.example', password: ' se\u200bcret marqué ' },
    },
  })
  expect(made).toMatchObject({ name: 'Mot de passe' })
  const tryIt = (password: string) =>
    api.anybody.post('/sessions', { body: { email: made.email, password } }).then(({ status }) => status)
  expect(await tryIt('secret marqué')).toBe(401)
  expect(await tryIt(' se\u200bcret marqué ')).toBe(200)
})

it('reads digits of other scripts, dashes and scanners’ prefixes in what names a record', async () => {
  const code = encodeScan({ kind: 'orders', number: order.number })
  const keys = [
    '٠٥ ٨٧ ٦٥ ٤٣ ٢١',
    '۰۵۸۷۶۵۴۳۲۱',
    '05–87–65–43–21',
    'MARK–5521',
    'mark\u20115521',
    `]C1${code}`,
    `]d2\u001d${code}`,
    ']Q1MARK-5521',
  ]
  const { body } = await shop.admin.post<ResolvedKeys>('/orders/resolve', { body: { keys } })
  expect(body.found.map(({ key }) => key)).toEqual(keys)
  for (const prefix of [']C0', ']C1', ']Q1', ']d2', ']e0', '\u001d', ']C1\u001d']) {
    const scanned = await shop.admin.get(`/scans/${encodeURIComponent(prefix + code)}`)
    expect([prefix, scanned.status]).toEqual([prefix, 200])
  }
})

it.each([
  ['ic', '07 08 09 10 1'],
  ['ic', '07080910 ext 1'],
  ['sn', '77 123 45 6'],
  ['bf', '70 12 34 5'],
  ['tn', '20 123 45'],
  ['fr', '06 12 34 56 7'],
  ['fr', '+33 06 12 34 56 78'],
  ['lib', '+218 091 234 5678'],
] as const)('stores no other number for %s %s', async (country, customerPhone) => {
  const goods = await shop.product({ country })
  const answer = await shop.admin.post('/orders', { body: orderInput(goods, { country, customerPhone }) })
  await expectInvalid(answer, 'customerPhone', 'INVALID_PHONE')
})
