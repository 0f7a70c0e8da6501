import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type RawAnswer = {
  status: number
  headers: Record<string, string>
  text: string
  milliseconds: number
}

/** Sends bytes in pieces with pauses, and reads until the server closes or `atMost`. */
export const sendRaw = async (
  origin: string,
  pieces: Iterable<string>,
  { pause = 0, atMost = 10_000 }: { pause?: number; atMost?: number } = {},
): Promise<RawAnswer & { isClosed: boolean }> => {
  const { hostname, port } = new URL(origin)
  const began = performance.now()
  const socket = connect(Number(port), hostname)
  let text = ''
  let isClosed = false
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isClosed = true
      resolve()
    })
  })
  const writing = async () => {
    for (const piece of pieces) {
      if (isClosed || socket.readyState === 'readOnly') return
      socket.write(piece, 'latin1')
      if (pause > 0) await Promise.race([sleep(pause), closed])
    }
  }
  await Promise.race([Promise.all([writing(), closed]), sleep(atMost)])
  const wasClosed = isClosed
  socket.destroy()
  return { ...parseAnswer(text), text, isClosed: wasClosed, milliseconds: performance.now() - began }
}

const parseAnswer = (text: string): Pick<RawAnswer, 'status' | 'headers'> => {
  const [head = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
  return { status: Number(first.split(' ')[1] ?? 0), headers }
}
