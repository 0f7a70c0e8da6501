import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import type { Order } from '../../domain/orders/order.ts'
import type { SourceWithSecret } from '../../domain/sources/source.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

const page = readFileSync(path.join(import.meta.dirname, '../../docs/integrations.md'), 'utf8')
const script = /```js\n(const ADDRESS[\s\S]*?)```/.exec(page)![1]!

type Call = { url: string; payload?: string; headers: Record<string, string> }
type Answer = { status: number; body: string }

/** Runs the script over rows, with the classes of Apps Script that it uses. Calls are answered by `answers`, in order. */
const run = (rows: string[][], consts: Record<string, string>, answers: readonly Answer[]) => {
  const calls: Call[] = []
  const source = Object.entries(consts).reduce(
    (text, [name, value]) =>
      text.replace(new RegExp(`const ${name} = '[^']*'`), `const ${name} = '${value}'`),
    script,
  )
  const context = {
    SpreadsheetApp: {
      getActiveSheet: () => ({
        getDataRange: () => ({ getDisplayValues: () => rows.map((row) => [...row]) }),
        getRange: (row: number, column: number) => ({
          setValue: (value: unknown) => {
            rows[row - 1]![column - 1] = String(value)
          },
        }),
      }),
    },
    Utilities: {
      Charset: { UTF_8: 'utf8' },
      // Bytes of Java: -128 to 127.
      computeHmacSha256Signature: (text: string, secret: string) => [
        ...new Int8Array(createHmac('sha256', secret).update(text).digest()),
      ],
    },
    UrlFetchApp: {
      fetch: (url: string, call: Omit<Call, 'url'>) => {
        calls.push({ url, ...call })
        const { status, body } = answers[calls.length - 1]!
        return { getResponseCode: () => status, getContentText: () => body }
      },
    },
  }
  vm.runInNewContext(`${source}\nsendOrders()`, context)
  return calls
}

test('the script of the documentation sends each row once, and writes the order’s number back', async () => {
  const seller = await api.as(await api.createUser({ role: 'seller' }))
  const admin = await api.as('admin')
  await admin.post('/products', {
    body: { country: 'ic', name: 'Lampe', price: 9_500, quantity: 10, owner: seller.user.id },
  })
  const { body: source } = await seller.post<SourceWithSecret>('/sources', {
    body: { country: 'ic', name: 'Feuille', kind: 'sheet' },
  })
  const consts = { ADDRESS: `https://waybill.example${source.address}`, SECRET: source.secret!, KEY: 'wbk_x' }
  const rows = [
    ['id', 'name', 'phone', 'address', 'city', 'product', 'quantity', 'amount', 'note', 'waybill'],
    ['R1', 'Awa Koné', '07 01 02 03 04', 'Rue 12', 'Abidjan', 'Lampe', '2', '19 000', 'Après 17 h', ''],
    ['', '', '', '', '', '', '', '', '', ''],
  ]
  const [sent, ...others] = run(rows, consts, [{ status: 200, body: '{}' }])
  expect(others).toEqual([])
  expect(rows[1]?.at(-1)).toBe('sent')
  const answer = await api.app.inject({
    method: 'POST',
    url: new URL(sent!.url).pathname,
    payload: sent!.payload!,
    headers: { 'content-type': 'application/json', ...sent!.headers },
  })
  expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
  const orders = async () => (await seller.get<{ items: Order[] }>('/orders')).body.items
  await expect.poll(async () => (await orders()).length).toBe(1)
  const [order] = await orders()
  expect(order).toMatchObject({ quantity: 2, totalPrice: 19_000, comment: 'Après 17 h' })

  // The next run asks for the number; a third has nothing to do.
  const [read] = run([...rows.map((row) => [...row])], consts, [{ status: 200, body: '{"items":[]}' }])
  expect(read?.headers).toEqual({ authorization: 'Bearer wbk_x' })
  const { pathname, search } = new URL(read!.url)
  const found = await seller.get(`${pathname.replace('/api', '')}${search}`)
  run(rows, consts, [{ status: 200, body: JSON.stringify(found.body) }])
  expect(rows[1]?.at(-1)).toBe(String(order?.number))
  expect(run(rows, consts, [])).toEqual([])
})
