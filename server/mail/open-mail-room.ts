import { isIP } from 'node:net'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import type { DatabaseLog } from '../db/connection-errors.ts'
import type { MailRoom } from './send-mails.ts'
import { type Post, type Sender, smtpPost, spoolPost } from './transport.ts'

/** By the mail server that the configuration names; without one, into files beside the database. */
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
