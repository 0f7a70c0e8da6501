import { codeOf } from '../../../machines/failure.ts'
import { loadAhead, withNeeds } from '../../ui/late/late.tsx'
import type { createBatchUndo } from './undo-batch.ts'

type Services = Parameters<typeof createBatchUndo>[0]
type TakeBack = ReturnType<typeof createBatchUndo>

const fetchUndo = () => withNeeds(import('./undo-batch.ts'))

/** What takes batches back, fetched ahead: nobody undoes before there is something to undo. */
export const createLateUndo = (services: Services): TakeBack => {
  loadAhead(fetchUndo)
  let made: TakeBack | null = null
  const start: TakeBack = async (batches, way) => {
    if (made !== null) return made(batches, way)
    try {
      const { createBatchUndo } = await fetchUndo()
      made ??= createBatchUndo(services)
      made(batches, way)
    } catch (error) {
      const { t, toasts } = services
      toasts.notify({
        id: `undo-${batches[0]}`,
        tone: 'danger',
        title: t('changes:failed'),
        detail: t(`errors:${codeOf(error)}`),
        action: { label: t('changes:retry'), run: () => void start(batches, way) },
      })
    }
  }
  return start
}
