import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { mails } from '../../../server/db/schema.ts'
import { queueMail } from '../../../server/mail/queue-mail.ts'
import { sendMails } from '../../../server/mail/send-mails.ts'
import { type MailRoom, smtpPost } from '../../../server/mail/transport.ts'
import type { TestApi } from '../api/start-api.ts'

/** A received mail: envelope and bytes. */
type ReceivedLetter = { from: string; to: string[]; raw: Buffer }

type SmtpListener = {
  /** For `SMTP_URL`; the port is stable across restarts. */
  url: string
  received: ReceivedLetter[]
  /** Refuses the next mails after their last byte. */
  refuse: (isRefusing: boolean) => void
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** A real SMTP server on loopback that stores its mails. */
const startSmtp = async (): Promise<SmtpListener> => {
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

export type TestMail = {
  smtp: SmtpListener
  room: MailRoom
  warnings: string[]
  /** Sends all due mails once; returns those that an address received since the last call. */
  to: (address: string) => Promise<ReadLetter[]>
  /** Queues a mail to a user. */
  queue: (user: { id: string }, template?: Parameters<typeof queueMail>[1]) => Promise<void>
  /** What the queue has of the user's mail. */
  mailOf: (user: { id: string }) => Promise<typeof mails.$inferSelect | undefined>
  /** A mail transport that delivers within this process. */
  mailTransportOf: (deliver: MailRoom['post']['deliver']) => MailRoom
  /** The only mail received. */
  oneTo: (address: string) => Promise<ReadLetter>
  close: () => Promise<void>
}

export const mailOrigin = 'https://waybill.example'

/** The mail queue with an SMTP server on loopback; each pass is started by the test. */
export const startMail = async ({ context }: TestApi): Promise<TestMail> => {
  const smtp = await startSmtp()
  const warnings: string[] = []
  const post = smtpPost(smtp.url, { name: 'Waybill', address: 'waybill@waybill.example' })
  const room: MailRoom = { post, origin: mailOrigin, log: { warn: (message) => warnings.push(message) } }
  const to = async (address: string): Promise<ReadLetter[]> => {
    await sendMails(context, room)
    const letters: ReadLetter[] = []
    for (const letter of [...smtp.received]) {
      if (!letter.to.includes(address)) continue
      smtp.received.splice(smtp.received.indexOf(letter), 1)
      letters.push(await readLetter(letter.raw))
    }
    return letters
  }
  return {
    smtp,
    room,
    warnings,
    to,
    oneTo: async (address) => {
      const letters = await to(address)
      if (letters.length !== 1) throw new Error(`${letters.length} letters came to ${address}`)
      return letters[0]!
    },
    queue: ({ id }, template = 'reset-password') =>
      context.db.transaction((tx) => queueMail(tx, template, id, context.now())),
    mailOf: ({ id }) => context.db.query.mails.findFirst({ where: (mails, { eq }) => eq(mails.user, id) }),
    mailTransportOf: (deliver) => ({ ...room, post: { deliver } }),
    close: () => smtp.stop(),
  }
}

export type ReadLetter = {
  to: string
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The only link in the mail. */
  link: string
  /** The link's token, if any. */
  token: string
  header: (name: string) => string | undefined
  headerNames: string[]
}

/** Parses a mail. */
export const readLetter = async (raw: Buffer | Uint8Array): Promise<ReadLetter> => {
  const email: Email = await PostalMime.parse(raw)
  const text = email.text ?? ''
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  return {
    to: email.to?.map(({ address }) => address).join() ?? '',
    from: { name: email.from?.name ?? '', address: email.from?.address ?? '' },
    subject: email.subject ?? '',
    text,
    html: email.html ?? '',
    link,
    token: link.split('/').at(-1)!,
    header: (name) => email.headers.find(({ key }) => key === name)?.value,
    headerNames: email.headers.map(({ key }) => key),
  }
}
