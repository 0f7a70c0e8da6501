import { codeOf } from '../../../machines/failure.ts'
import { loadAhead, withNeeds } from '../../ui/late/late.tsx'
import type { createBatchUndo } from './undo-batch.ts'
import type { createStoredUndo } from './undo-stored.ts'

type Services = Parameters<typeof createBatchUndo>[0]
type TakeBack = ReturnType<typeof createBatchUndo>

const fetchUndo = () => withNeeds(import('./undo-batch.ts'))

/** What takes batches back, fetched ahead: nobody undoes before there is something to undo. */
export const createLateUndo = (services: Services): TakeBack => {
  loadAhead(fetchUndo)
  let made: TakeBack | null = null
  const start: TakeBack = async (batches, way, what) => {
    if (made !== null) return made(batches, way, what)
    try {
      const { createBatchUndo } = await fetchUndo()
      made ??= createBatchUndo(services)
      await made(batches, way, what)
    } catch (error) {
      const { t, toasts } = services
      toasts.notify({
        id: `undo-${batches[0]}`,
        tone: 'danger',
        title: t('changes:failed'),
        detail: t(`errors:${codeOf(error)}`),
        action: { label: t('changes:retry'), run: () => void start(batches, way, what) },
      })
    }
  }
  return start
}

type StoredUndo = ReturnType<typeof createStoredUndo>

const fetchStoredUndo = () => withNeeds(import('./undo-stored.ts'))

/** The same for undo by the server's change log. */
export const createLateStoredUndo = (services: Parameters<typeof createStoredUndo>[0]): StoredUndo => {
  loadAhead(fetchStoredUndo)
  let made: StoredUndo | null = null
  return async (way) => {
    try {
      const { createStoredUndo } = await fetchStoredUndo()
      made ??= createStoredUndo(services)
      await made(way)
    } catch (error) {
      const { t, toasts } = services
      toasts.notify({ tone: 'danger', title: t('changes:failed'), detail: t(`errors:${codeOf(error)}`) })
    }
  }
}
