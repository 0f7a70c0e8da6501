import { readFileSync } from 'node:fs'
import { StartRefusal } from '../core/errors.ts'

/** Variables that may be in a file, as orchestrators mount secrets: `SMTP_URL_FILE=/run/secrets/smtp` in place of `SMTP_URL`. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SECRETS_KEY',
  'SECRETS_KEY_OLD',
  'SMTP_URL',
  'FILES_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'ADMIN_PASSWORD',
] as const

type Environment = Record<string, string | undefined>

/** Bytes: no secret is longer. */
const longest = 64 * 1024

/**
 * The environment with the variables that `NAME_FILE` names the file of; without the line break at its end. Messages never repeat
 * what a file holds. @throws StartRefusal for a file that cannot be read or is empty, or if both variables are set
 */
export const readSecretFiles = (env: Environment): Environment => {
  const read = { ...env }
  for (const name of secretVariables) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (env[name]?.trim()) throw new StartRefusal(`${name} and ${name}_FILE are both set: keep one of them.`)
    read[name] = readSecretFile(`${name}_FILE`, file)
  }
  return read
}

/** The one line of a file; `variable`: what names it. @throws StartRefusal */
export const readSecretFile = (variable: string, file: string): string => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefusal(`${variable} names the file ${file}, which cannot be read (${code}).`)
  }
  const secret = text.replace(/\r?\n$/, '')
  if (secret.trim() === '') throw new StartRefusal(`${variable} names the file ${file}, which is empty.`)
  if (secret.length > longest || /[\r\n\0]/.test(secret))
    throw new StartRefusal(`${variable} names the file ${file}, which holds more than one line.`)
  return secret
}
