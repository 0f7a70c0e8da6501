import { mkdir } from 'node:fs/promises'
import { isIP } from 'node:net'
import path from 'node:path'
import type { LanguageCode } from '../../domain/core/languages.ts'
import type { Config } from '../config/config.ts'
import { writeWhole } from '../core/write-whole.ts'
import type { DatabaseLog } from '../db/connection-errors.ts'
import type { RenderedMail } from './templates.ts'

/** An outgoing mail. `link` is also part of text and HTML. */
export type Letter = RenderedMail & {
  id: string
  to: string
  language: LanguageCode
  link: string
  at: Date
}

export type Post = {
  /** Resolves once a mail server has accepted it. @throws any error; may be retried */
  deliver: (letter: Letter, signal: AbortSignal) => Promise<void>
}

type Sender = { name: string; address: string }

/** Message for nodemailer. The id is the same for all attempts, so that duplicates are merged. */
const toMessage = (letter: Letter, from: Sender) => ({
  from,
  to: { name: '', address: letter.to },
  subject: letter.subject,
  text: letter.text,
  html: letter.html,
  date: letter.at,
  messageId: `<${letter.id}@${from.address.split('@')[1]}>`,
  headers: {
    'Content-Language': letter.language,
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  },
  xMailer: false as const,
  disableFileAccess: true,
  disableUrlAccess: true,
})

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
}

/** Sends by SMTP: `smtp://` (STARTTLS if offered) or `smtps://`. */
export const smtpPost = (url: string, from: Sender): Post => {
  // Imported on first use.
  const open = async () => (await import('nodemailer')).createTransport({ url, ...timeouts })
  let transport: ReturnType<typeof open> | null = null
  return {
    deliver: async (letter, signal) => {
      transport ??= open()
      await (await transport).sendMail({ ...toMessage(letter, from), signal })
    },
  }
}

/**
 * Writes mails to the folder as `<time>-<id>.eml`, readable by its owner, and logs the link if the server is local. An exposed
 * server's log may be stored by others.
 */
const spoolPost = (
  folder: string,
  from: Sender,
  log: { info: (message: string) => void },
  { saysLinks = true } = {},
): Post => {
  return {
    deliver: async (letter) => {
      // Imported on first use.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(toMessage(letter, from))
      const name = `${letter.at.toISOString().replaceAll(':', '-')}-${letter.id}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(path.join(folder, name), message as Buffer)
      log.info(
        saysLinks ? `Mail to ${letter.to}, "${letter.subject}": ${letter.link}` : `Mail written: ${name}`,
      )
    },
  }
}

/** Dependencies of sending mails. `origin`: of all links, without a slash at the end. */
export type MailRoom = { post: Post; origin: string; log: { warn: (message: string) => void } }

/** By the configured mail server; without one, into files in the data folder. */
export const openMailRoom = (
  { smtpUrl, mailFrom, dataDir, exposure }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'exposure'>,
  origin: string,
  log: DatabaseLog,
): MailRoom => {
  const from: Sender = mailFrom ?? { name: 'Waybill', address: `no-reply@${hostOf(origin)}` }
  const post: Post =
    smtpUrl === undefined
      ? spoolPost(path.join(dataDir, 'mail'), from, log, { saysLinks: exposure === null })
      : smtpPost(smtpUrl, from)
  return { post, origin, log }
}

/** An IP address is no mail domain. */
const hostOf = (origin: string): string => {
  const { hostname } = new URL(origin)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost'
}
