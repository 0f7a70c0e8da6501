import { nullBodyStatuses } from './call-options.ts'

/** Upload progress in bytes. */
export type OnSent = (sent: number, total: number) => void

/**
 * `fetch` with upload progress, which only XMLHttpRequest reports. Fails like `fetch`: TypeError for no answer, the signal's
 * reason if aborted.
 */
export const sendWithProgress = (url: string, init: RequestInit, onSent: OnSent): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', body, headers, signal } = init
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const end = (settle: () => void) => () => {
      signal?.removeEventListener('abort', abort)
      settle()
    }
    request.open(method, url)
    request.responseType = 'arraybuffer'
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total))
    request.addEventListener(
      'load',
      end(() => resolve(responseOf(request))),
    )
    request.addEventListener(
      'error',
      end(() => reject(new TypeError('Failed to fetch'))),
    )
    request.addEventListener(
      'abort',
      end(() => reject(signal?.reason)),
    )
    signal?.addEventListener('abort', abort, { once: true })
    request.send(body as XMLHttpRequestBodyInit | null | undefined)
  })

const responseOf = (request: XMLHttpRequest): Response => {
  const { status, statusText, response } = request
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  return new Response(nullBodyStatuses.includes(status) ? null : (response as ArrayBuffer), {
    status,
    statusText,
    headers,
  })
}
