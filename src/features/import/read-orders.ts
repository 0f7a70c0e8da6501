import type { Code, FieldProblem } from '../../../domain/core/codes.ts'
import type { Result } from '../../../domain/lib/result.ts'
import type { CheckedImport, ImportContext } from '../../../domain/orders/import/check-import.ts'
import type { ReadRequest } from './read-orders.worker.ts'

const largestFile = 10 * 1024 * 1024
const patience = 20_000

/** Why a file cannot be previewed, as the machine keeps failures: with a code and the columns concerned. */
class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly code: Code
  readonly errors: readonly FieldProblem[]

  constructor(code: Code, errors: readonly FieldProblem[] = []) {
    super(code)
    this.code = code
    this.errors = errors
  }
}

/**
 * What a spreadsheet would come to, read in a worker that is fetched for this and ended after it: no file can make the
 * page wait. Rejects with a code where the file cannot be read.
 */
export const readOrders = async (
  file: File,
  context: ImportContext,
  signal: AbortSignal,
): Promise<CheckedImport> => {
  if (file.size > largestFile) throw new Unreadable('FILE_TOO_LARGE')
  const bytes = await file.arrayBuffer()
  signal.throwIfAborted()
  const result = await inWorker({ bytes, context }, signal)
  if (!result.ok) throw new Unreadable(result.code, result.errors)
  return result.value
}

const inWorker = (request: ReadRequest, signal: AbortSignal): Promise<Result<CheckedImport>> => {
  const worker = new Worker(new URL('./read-orders.worker.ts', import.meta.url), { type: 'module' })
  let clock: ReturnType<typeof setTimeout> | undefined
  const answer = new Promise<Result<CheckedImport>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Result<CheckedImport>>) => resolve(data)
    worker.onerror = () => reject(new Unreadable('FILE_NOT_A_SPREADSHEET'))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    clock = setTimeout(() => reject(new Unreadable('FILE_TOO_COMPLEX')), patience)
    worker.postMessage(request, [request.bytes])
  })
  return answer.finally(() => {
    clearTimeout(clock)
    worker.terminate()
  })
}
