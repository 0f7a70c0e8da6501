/** One message of a `text/event-stream`. `id` is the last one given so far, which is what a resume asks for. */
export type StreamMessage = { id: string | null; event: string; data: string; retry: number | null }

/** Splits an event stream into messages, however the network has cut it; comments keep it alive and say nothing. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  let rest = ''
  const fields = emptyFields()
  const decoder = new TextDecoder()
  for await (const chunk of chunksOf(body)) {
    rest += decoder.decode(chunk, { stream: true })
    // A lone \r at the end may be the first half of \r\n.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line !== '') readLine(fields, line)
      else if (fields.data.length > 0 || fields.retry !== null) yield dispatch(fields)
    }
  }
}

type Fields = { id: string | null; event: string; data: string[]; retry: number | null }

const emptyFields = (): Fields => ({ id: null, event: 'message', data: [], retry: null })

const readLine = (fields: Fields, line: string): void => {
  const colon = line.indexOf(':')
  const name = colon < 0 ? line : line.slice(0, colon)
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
  if (name === 'data') fields.data.push(value)
  if (name === 'event') fields.event = value
  if (name === 'id' && !value.includes('\0')) fields.id = value
  if (name === 'retry' && /^\d+$/.test(value)) fields.retry = Number(value)
}

const dispatch = (fields: Fields): StreamMessage => {
  const { id, event, data, retry } = fields
  Object.assign(fields, emptyFields(), { id })
  return { id, event, data: data.join('\n'), retry }
}

/** Not every browser can iterate a stream. Leaving the loop lets go of the connection. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
