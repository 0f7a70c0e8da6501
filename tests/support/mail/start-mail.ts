import { type MailRoom, sendMails } from '../../../server/mail/send-mails.ts'
import { smtpPost } from '../../../server/mail/transport.ts'
import type { TestApi } from '../api/start-api.ts'
import { type ReadLetter, readLetter } from './read-letter.ts'
import { type SmtpListener, startSmtp } from './smtp-listener.ts'

export type TestMail = {
  smtp: SmtpListener
  room: MailRoom
  warnings: string[]
  /** Sends what is due, once through, and gives the letters that came to an address since it was last asked for. */
  to: (address: string) => Promise<ReadLetter[]>
  /** The only letter that came. */
  oneTo: (address: string) => Promise<ReadLetter>
  close: () => Promise<void>
}

export const mailOrigin = 'https://waybill.example'

/** The sending of mails, a pass at a time, to a mail server on loopback. */
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
    close: () => smtp.stop(),
  }
}
