import type { Api } from '../../api/create-api.ts'
import { newIntent } from '../../api/intent.ts'
import type { ChangeEnd, CreateRequest, EditRequest } from '../../commands/command-ports.ts'

/** Edits one record. The batch, by which it is taken back, is the newest of its history; null for whoever may not read it. */
export const createRecordEdit =
  (api: Pick<Api, 'update' | 'history'>) =>
  async ({ resource, record, input }: EditRequest): Promise<ChangeEnd> => {
    const { id, number, version } = record
    const saved = await api.update(resource, id, input as never, { version, intent: newIntent() })
    const batchId = await api.history(resource, id).then(
      ({ items: [newest] }) => newest?.batchId ?? null,
      () => null,
    )
    return {
      kind: 'done',
      report: {
        batchId,
        counts: { changed: 1, refused: 0, refusedBy: {} },
        changed: [{ id, number, version: saved.version }],
        refused: [],
      },
    }
  }

/** Makes one record. The batch, by which it is taken back, is the first of its history. */
export const createRecordCreate =
  (api: Pick<Api, 'create' | 'history'>) =>
  async ({ resource, input }: CreateRequest): Promise<ChangeEnd> => {
    const { id, number, version } = await api.create(resource, input as never, { intent: newIntent() })
    const batchId = await api.history(resource, id).then(
      ({ items }) => items.at(-1)?.batchId ?? null,
      () => null,
    )
    return {
      kind: 'done',
      report: {
        batchId,
        counts: { changed: 1, refused: 0, refusedBy: {} },
        changed: [{ id, number, version }],
        refused: [],
      },
    }
  }

/** The same, and `u` takes it back. */
export const rememberingEdit =
  <Request>(edit: (request: Request) => Promise<ChangeEnd>, remember: (batches: readonly string[]) => void) =>
  async (request: Request): Promise<ChangeEnd> => {
    const end = await edit(request)
    const batchId = end.kind === 'done' ? end.report?.batchId : null
    if (batchId) remember([batchId])
    return end
  }
