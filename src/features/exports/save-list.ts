import type { TFunction } from 'i18next'
import type { ResourceName } from '../../../domain/resources.ts'
import { toFailure } from '../../../machines/failure.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { Api } from '../../api/create-api.ts'
import { saveFile } from '../../api/save-file.ts'
import type { ExportRequest } from '../../commands/command-ports.ts'
import { errorWords } from '../../ui/error-words.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'

type SaveList = { api: Api; toasts: ToastStore; t: TFunction }

/** Milliseconds before progress is shown. */
const patience = 400

/** Downloads a list as a file; one toast shows progress, cancel and result. */
export const createSaveList =
  ({ api, toasts, t }: SaveList) =>
  (request: ExportRequest): void => {
    const { resource, ...choice } = request
    const idempotencyKey = newIdempotencyKey()
    const id = `export-${idempotencyKey}`
    const name = exportName(t, resource, new Date())
    const asked = new AbortController()
    const tellProgress = () => {
      const job = api.longWork.running.get().find((running) => running.idempotencyKey === idempotencyKey)
      toasts.notify({
        id,
        tone: 'info',
        sticky: true,
        title: t('jobs:file.underWay', { name }),
        detail: job?.total ? t('jobs:progress', { done: job.done, total: job.total }) : undefined,
        action: { label: t('jobs:cancel'), run: () => asked.abort(new CancelledExport()) },
      })
    }
    let stopListening: () => void = () => undefined
    const slow = setTimeout(() => {
      tellProgress()
      stopListening = api.longWork.running.subscribe(tellProgress).unsubscribe
    }, patience)
    const settle = () => {
      clearTimeout(slow)
      stopListening()
    }
    api
      .download(resource, choice, { idempotencyKey, signal: asked.signal })
      .finally(settle)
      .then((blob) => saveFile(blob, name))
      .then(
        () => toasts.notify({ id, tone: 'success', title: t('jobs:file.saved', { name }) }),
        (error: unknown) =>
          toasts.notify({ id, ...failure(error, t, () => createSaveList({ api, toasts, t })(request)) }),
      )
  }

/** `Commandes 2026-11-27.xlsx`: exports of several days stay apart, in the words of the list. The day is the browser's. */
export const exportName = (t: TFunction, resource: ResourceName, now: Date): string => {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
  const title = t(`${resource}:title`, { defaultValue: resource })
  return `${title} ${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}.xlsx`
}

class CancelledExport extends Error {}

const failure = (error: unknown, t: TFunction, again: () => void) => {
  // Only server refusals have a code; otherwise the file arrived and could not be saved.
  const code = error instanceof ApiProblem ? error.code : null
  if (error instanceof CancelledExport || code === 'CANCELLED') return { title: t('jobs:file.cancelled') }
  return {
    tone: 'danger' as const,
    sticky: true,
    title: t(code === null ? 'jobs:file.saveFailed' : 'jobs:file.downloadFailed'),
    detail: code === null ? undefined : errorWords(t, toFailure(error)),
    action: { label: t('jobs:retry'), run: again },
  }
}
