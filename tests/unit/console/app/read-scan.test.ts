import { beforeEach, expect, test, vi } from 'vitest'
import type { SearchHit } from '../../../../domain/changes/changes.ts'
import { encodeScan, type ScanKind } from '../../../../domain/scans/scan-code.ts'
import { createScanReader } from '../../../../src/app/workspace/read-scan.ts'
import { createScanTargets, type ScanTargets } from '../../../../src/keyboard/scan-targets.tsx'

type Answer = (hit: SearchHit | { code: string }) => void

let targets: ScanTargets
let answers: Map<string, Answer>
const navigate = vi.fn()
const notify = vi.fn()

beforeEach(() => {
  targets = createScanTargets()
  answers = new Map()
  navigate.mockReset()
  notify.mockReset()
})

const reader = (path = '/orders/list') =>
  createScanReader({
    role: 'admin',
    targets,
    path: () => path,
    ports: { navigate, notify, say: (key, values) => `${key} ${JSON.stringify(values)}` },
    api: {
      scanned: (code, { signal } = {}) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          answers.set(code, (answer) => ('code' in answer ? reject(answer) : resolve(answer)))
        }),
    },
  })

const codeOf = (kind: ScanKind, number: number) => encodeScan({ kind, number })
const hit = (number: number): SearchHit => ({
  ...{ resource: 'orders', id: `id-${number}`, number, title: 'Awa Koné', subtitle: '', status: 'PENDING' },
  ...{ rank: 0, customerPhone: null },
})

const target = (takes: boolean) => ({ isFocused: () => true, take: vi.fn(() => takes) })

test('opens the record where nothing takes it', async () => {
  const read = reader()(codeOf('orders', 7))
  answers.get(codeOf('orders', 7))!(hit(7))
  await read
  expect(navigate.mock.calls).toEqual([['/orders/view/id-7']])
})

test('asks nobody for digits that are no code', async () => {
  await reader()('200000104230')
  expect(answers.size).toBe(0)
  expect(notify.mock.calls[0]?.[0]).toMatchObject({
    code: 'SCAN_CODE_INVALID',
    values: { code: '200000104230' },
  })
})

test('a later scan replaces one that is not answered yet', async () => {
  const scan = reader()
  const reads = [scan(codeOf('orders', 1)), scan(codeOf('orders', 2))]
  answers.get(codeOf('orders', 2))!(hit(2))
  answers.get(codeOf('orders', 1))!(hit(1))
  await Promise.all(reads)
  expect({ opened: navigate.mock.calls, said: notify.mock.calls }).toEqual({
    opened: [['/orders/view/id-2']],
    said: [],
  })
})

test('what had the focus when the code was scanned takes the record, wherever the focus is by then', async () => {
  const [field, later] = [target(true), target(true)]
  targets.add(field)
  const read = reader()(codeOf('orders', 7))
  targets.add(later)
  answers.get(codeOf('orders', 7))!(hit(7))
  await read
  expect([field.take.mock.calls, later.take.mock.calls, navigate.mock.calls]).toEqual([[[hit(7)]], [], []])
})

test('what has gone by then takes nothing, and nothing is opened over what came instead', async () => {
  const field = target(true)
  const remove = targets.add(field)
  const read = reader()(codeOf('orders', 7))
  remove()
  answers.get(codeOf('orders', 7))!(hit(7))
  await read
  expect([field.take.mock.calls, navigate.mock.calls, notify.mock.calls]).toEqual([[], [], []])
})

test('says so where it is another record than is asked for, or none is answered', async () => {
  targets.add(target(false))
  const other = reader()(codeOf('orders', 7))
  answers.get(codeOf('orders', 7))!(hit(7))
  await other
  const failed = reader()(codeOf('orders', 8))
  answers.get(codeOf('orders', 8))!({ code: 'OFFLINE' })
  await failed
  expect(notify.mock.calls.map(([notice]) => [notice.titleKey, notice.values, notice.code])).toEqual([
    ['keyboard:scan.otherRecord', { record: 'orders:numbered {"number":7}' }, undefined],
    ['keyboard:scan.refused', { code: codeOf('orders', 8) }, 'OFFLINE'],
  ])
})

test('a target that takes codes gets them unread, unless one over it takes records or the code', async () => {
  const scan = reader()
  const taken: string[] = []
  const session = { ...target(false), takeCode: (code: string) => taken.push(`session ${code}`) > 0 }
  targets.add(session)
  await scan('1')
  const isDone = (code: string) => code === '9' && taken.push(`dialog ${code}`) > 0
  const close = targets.add({ ...target(false), takeCode: isDone })
  await scan('9')
  await scan('2')
  close()
  expect(taken).toEqual(['session 1', 'dialog 9', 'session 2'])
  expect([answers.size, notify.mock.calls]).toEqual([0, []])
  targets.add(target(true))
  await scan('3')
  expect(taken).toHaveLength(3)
})

test('a scan session has every scan, whatever asks for a record above it, and those made before its screen has loaded', async () => {
  const codes = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => codeOf('shippings', number))
  const scan = reader('/shippings/scan')
  for (const code of codes.slice(0, 2)) await scan(code)
  const taken: string[] = []
  const takeCode = (code: string) => taken.push(code) > 0
  targets.add({ isFocused: () => true, isSession: true, take: () => false, takeCode })
  const palette = target(true)
  targets.add(palette)
  for (const code of codes.slice(2)) await scan(code)
  expect(taken).toEqual(codes)
  expect([answers.size, palette.take.mock.calls, navigate.mock.calls]).toEqual([0, [], []])
})
