import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRetireUndone } from '../../../../src/app/workspace/retire-undone.ts'
import { createNotify } from '../../../../src/commands/create-notify.ts'
import { createToastStore } from '../../../../src/ui/feedback/toast-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const opened = (undone: readonly string[]) => {
  const toasts = createToastStore()
  let asked = 0
  const hear = createRetireUndone({
    toasts,
    words: 'already undone',
    latest: async () => {
      asked += 1
      return { items: ['one', 'two'].map((id) => ({ id, records: 1, undone: undone.includes(id) ? 1 : 0 })) }
    },
  })
  const notify = createNotify(toasts, ((key: string) => key) as never)
  const offer = (batchId: string) =>
    notify({ titleKey: batchId, action: { labelKey: 'undo', batchId, run: () => undefined } })
  const pass = () => vi.advanceTimersByTimeAsync(1_000)
  return { toasts, asked: () => asked, hear, offer, pass }
}

test('a change undone by somebody else is not offered to be undone', async () => {
  const { toasts, hear, offer, pass } = opened(['one'])
  offer('one')
  offer('two')
  hear({ batchId: 'undo of one' })
  await pass()
  expect(toasts.toasts().map(({ detail, action }) => [detail, action?.label])).toEqual([
    ['already undone', undefined],
    [undefined, 'undo'],
  ])
})

test('nothing is asked without such a toast, nor for the event of its own change', async () => {
  const { asked, hear, offer, pass } = opened([])
  hear({ batchId: 'other' })
  await pass()
  offer('one')
  hear({ batchId: 'one' })
  await pass()
  expect(asked()).toBe(0)
})
