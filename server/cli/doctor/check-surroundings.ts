import { existsSync } from 'node:fs'
import path from 'node:path'
import { areBackupsLate, levelOfRoom } from '../../../domain/status/server-status.ts'
import { openBackupPlace } from '../../backup/backup-places.ts'
import { findBackups } from '../../backup/find-backups.ts'
import type { Config } from '../../config/config.ts'
import { isLocal, reachWarnings } from '../../config/reach-warnings.ts'
import { secretsFolder } from '../../config/secrets-key.ts'
import { StartRefusal } from '../../core/errors.ts'
import { freeRoom } from '../../core/free-room.ts'
import { openOwnFolder } from '../../db/own-folder.ts'
import { openFileStore } from '../../files/open-file-store.ts'
import { verifyMail } from '../../mail/verify-mail.ts'
import { refuseBusyPort } from '../../open-port.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const megabyte = 1024 * 1024

/** Owner, permissions and room of the data folder, and what is in it. */
export const checkFolder = ({ dataDir, databaseUrl, secretsKey }: Config): Finding[] => {
  const found: Finding[] = []
  if (existsSync(dataDir)) {
    try {
      openOwnFolder(dataDir)
    } catch (error) {
      if (!(error instanceof StartRefusal)) throw error
      return [asProblem('folder', error)]
    }
  }
  const room = freeRoom(dataDir)
  const size = `${Math.round(room / megabyte)} MB are free in ${dataDir}.`
  const step = 'Make room, or set DATA_DIR to a larger disk.'
  const level = levelOfRoom(room)
  if (level === 'problem') found.push(problem('folder', size, step))
  else if (level === 'warning') found.push(warning('folder', size, step))
  else found.push(ok('folder', size))
  if (secretsKey === undefined && databaseUrl !== undefined) {
    const file = path.join(dataDir, secretsFolder, 'key')
    found.push(
      warning(
        'secrets',
        `Secrets of shops and webhooks are sealed by the key in ${file}, which another machine does not have.`,
        'Set SECRETS_KEY (or SECRETS_KEY_FILE) to what that file holds, on each server of this database.',
      ),
    )
  }
  return found
}

const day = 24 * 3_600_000

/** Age of the newest backup in the place of the schedule, and whether there is a schedule. */
export const checkBackups = async (config: Config, now: Date): Promise<Finding> => {
  const place = openBackupPlace(config)
  const { called } = place
  const { every } = config.backups
  const { count, newest } = await findBackups(place)
  const step =
    every === null
      ? 'Set BACKUP_EVERY=1d, or run npm run backup each day; keep a copy on another machine.'
      : 'Read the log of the server: it says why none was taken.'
  if (newest === null) return warning('backups', `There is none in ${called}.`, step)
  const age = now.getTime() - newest.getTime()
  const old = age < day ? 'of the last 24 hours' : `${Math.floor(age / day)} days old`
  const says = `${count} in ${called}, the newest ${old}.`
  return areBackupsLate(age, every) ? warning('backups', says, step) : ok('backups', says)
}

/** Origin of links, proxy and listening port; what is said at the start too. */
export const checkReach = async (config: Config): Promise<Finding[]> => {
  const { publicUrl, smtpUrl } = config
  const found = reachWarnings(config)
    // `checkMail` looks at the server itself.
    .filter(({ subject }) => subject !== 'mail')
    .map(({ subject, says, step }) => warning(subject, says, step))
  if (isLocal(publicUrl) && smtpUrl !== undefined && !found.some(({ subject }) => subject === 'links')) {
    found.push(
      warning(
        'links',
        'Mails are sent, and their links lead to this machine only.',
        'Set PUBLIC_URL to the origin that people open.',
      ),
    )
  }
  return [...found, await checkPort(config)]
}

/** Free, or a Waybill answers there. */
const checkPort = async (config: Config): Promise<Finding> => {
  const { host, port } = config
  if (port === 0) return ok('port', 'One that is free at the start.')
  try {
    await refuseBusyPort(config)
    return ok('port', `${port} is free; no Waybill runs there.`)
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    const isOurs = await answers(host, port)
    return isOurs ? ok('port', `A Waybill answers on ${port}.`) : asProblem('port', error)
  }
}

const answers = async (host: string, port: number): Promise<boolean> => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  try {
    const answer = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(3_000) })
    return answer.ok && /"status":"ok"/.test(await answer.text())
  } catch {
    return false
  }
}

/** The mail server answers, and takes the name and password. */
export const checkMail = async (config: Config): Promise<Finding> => {
  const { smtpUrl } = config
  if (smtpUrl === undefined) {
    const says = `SMTP_URL is not set: mails are written to ${path.join(config.dataDir, 'mail')}.`
    const step = reachWarnings(config).find(({ subject }) => subject === 'mail')?.step
    return step === undefined ? ok('mail', says) : warning('mail', says, step)
  }
  try {
    await verifyMail(smtpUrl)
    return ok('mail', `${new URL(smtpUrl).host} takes mails.`)
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return problem(
      'mail',
      `The mail server ${new URL(smtpUrl).host} does not take mails: ${message}.`,
      code === 'EAUTH'
        ? 'Correct user and password in SMTP_URL; a special character is written as % and two digits.'
        : 'Correct host and port in SMTP_URL (587 with smtp://, 465 with smtps://), or open them in the firewall.',
    )
  }
}

/** The bucket of pictures lists its objects. */
export const checkPictures = async (config: Config): Promise<Finding> => {
  if (config.bucket === undefined) return ok('pictures', `In ${path.join(config.dataDir, 'files')}.`)
  const found = await openFileStore(config).findProblem()
  if (found === null) return ok('pictures', `The bucket ${config.bucket.name} answers.`)
  return problem(
    'pictures',
    found.reason,
    found.isUnreachable
      ? 'Correct the host in FILES_URL, or open it in the firewall; the clock must be right within 15 minutes.'
      : 'Correct key, secret, region and bucket in FILES_URL, and give the key its permissions (docs/operations.md).',
  )
}

/** A refusal whose sentence says what to do. */
export const asProblem = (subject: string, { message }: StartRefusal): Finding => {
  const [, says = message, step] =
    /^(.*?[^.\d]): ((?:stop|set|give|close|move|put|correct|chmod)\b.*)$/s.exec(message) ?? []
  return step === undefined
    ? { subject, level: 'problem', says: message, step: 'Correct it as it says, and run this again.' }
    : problem(subject, `${says}.`, `${step[0]!.toUpperCase()}${step.slice(1)}`)
}
