import type { Problem } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import { ApiProblem } from './api-problem.ts'
import type { Answer } from './ask.ts'

/** What a failed call comes to. 404 and 401 have the messages that the specification gives them. */
export async function problemOf(
  url: string,
  answer: Answer | undefined,
  cause: unknown,
): Promise<ApiProblem> {
  if (answer === undefined) {
    return new ApiProblem({ code: 'OFFLINE', message: 'No answer from the server', cause })
  }
  const { response, data } = answer
  const { status } = response
  const told = await readProblem(data)
  return new ApiProblem({
    code: told.code ?? codeByStatus[status] ?? 'INTERNAL',
    message: messages[status]?.(url, told) ?? told.detail ?? `${status} ${response.statusText}`.trim(),
    status,
    errors: told.errors,
    requestId: told.requestId,
    current: told.current,
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
    cause,
  })
}

const messages: Record<number, (url: string, told: Partial<Problem>) => string | undefined> = {
  // Wrong credentials are 401 too, and say so themselves.
  401: (_, told) => (told.code && told.code !== 'UNAUTHORIZED' ? told.detail : 'Unauthorized'),
  404: (url) => `${url} not found`,
}

/** For answers that are not ours: a proxy's. */
const codeByStatus: Record<number, Code> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  429: 'TOO_MANY_ATTEMPTS',
  502: 'DATABASE_UNAVAILABLE',
  503: 'OVERLOADED',
  504: 'OVERLOADED',
  507: 'DISK_FULL',
}

/** The body has been read by what the call asked for: parsed, or a blob, or a stream not yet read. */
async function readProblem(data: unknown): Promise<Partial<Problem>> {
  try {
    if (data instanceof Blob) return asProblem(JSON.parse(await data.text()))
    if (data instanceof ReadableStream) return asProblem(await new Response(data).json())
    return asProblem(data)
  } catch {
    return {}
  }
}

const asProblem = (data: unknown): Partial<Problem> =>
  typeof data === 'object' && data !== null && 'code' in data ? (data as Partial<Problem>) : {}
