import { expect, test, vi } from 'vitest'
import { loadUndo } from '../../../../src/app/workspace/load-undo.ts'
import { i18n } from '../../../../src/i18n/i18n.ts'
import { createToastStore } from '../../../../src/ui/feedback/toast-store.ts'

const network = vi.hoisted(() => ({ isDown: true }))

vi.mock('../../../../src/lazy/import-with-retry.ts', () => ({
  importWithRetry: (load: () => Promise<unknown>) =>
    network.isDown ? Promise.reject(new Error('Failed to fetch')) : load(),
}))

test('undo whose code could not be loaded says so, and is loaded by the next key', async () => {
  const onFailure = vi.fn()
  const toasts = createToastStore()
  const list = vi.fn(async () => ({ items: [], total: 0 }))
  const { t } = i18n
  const { takeBack, takeBackStored } = loadUndo({
    batches: { undo: vi.fn(), toasts, t, onTaken: vi.fn() },
    stored: {
      list,
      user: { id: 'me' },
      country: 'ic',
      confirm: async () => true,
      toasts,
      t,
      loadTexts: async () => undefined,
    },
    onFailure,
  })
  await takeBack(['batch'])
  await takeBackStored('undo')
  await takeBackStored('redo')
  expect(onFailure.mock.calls).toEqual([['undo'], ['undo'], ['redo']])

  network.isDown = false
  await takeBackStored('undo')
  expect(onFailure).toHaveBeenCalledTimes(3)
  expect(list).toHaveBeenCalledTimes(1)
})
