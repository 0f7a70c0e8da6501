import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A letter as it came over the wire: the addresses of its envelope, and its bytes. */
export type ReceivedLetter = { from: string; to: string[]; raw: Buffer }

export type SmtpListener = {
  /** For `SMTP_URL`; keeps its port over a stop and a start. */
  url: string
  received: ReceivedLetter[]
  /** Has the next letters refused after their last byte. */
  refuse: (isRefusing: boolean) => void
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** A real mail server on loopback that keeps what it is given. */
export const startSmtp = async (): Promise<SmtpListener> => {
  const received: ReceivedLetter[] = []
  let isRefusing = false
  const open = async (port: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, { envelope }, callback) => {
        buffer(stream).then((raw) => {
          if (isRefusing) return callback(new Error('no room'))
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
          received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
          callback()
        }, callback)
      },
    })
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return server
  }
  let server = await open(0)
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (value) => {
      isRefusing = value
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    start: async () => {
      server = await open(port)
    },
  }
}
