import path from 'node:path'
import { defaultCountry } from '../domain/countries.ts'
import { validateField } from '../domain/lib/field.ts'
import { StartRefusal } from './database/start-refusal.ts'

export type Config = {
  host: string
  /** 0 picks a free one. */
  port: number
  dataDir: string
  databaseUrl: string | undefined
  directUrl: string | undefined
  /** The only origin that links are built from; null: where it listens. */
  publicUrl: string | null
  /** Who sends the mails; without one they are written into the data folder. */
  smtpUrl: string | undefined
  /** Whom mails come from; null: nobody at the public URL's host. */
  mailFrom: { name: string; address: string } | null
  /** Whether the demo company may be loaded where there is nothing yet. */
  demo: boolean
  demoOrders: number
  /** Why others may reach this server, in words; null where it stays on this machine. */
  exposure: string | null
  logLevel: string
}

type Environment = Record<string, string | undefined>

/** Reads the environment. @throws StartRefusal that names the variable and says what it must be */
export const readConfig = (env: Environment): Config => {
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
  const exposure = !isLoopback
    ? `HOST is ${host}`
    : env.NODE_ENV === 'production'
      ? 'NODE_ENV is production'
      : null
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const directUrl = url(env, 'DATABASE_DIRECT_URL', ['postgres:', 'postgresql:'])
  if (directUrl !== undefined && databaseUrl === undefined) {
    throw new StartRefusal('DATABASE_DIRECT_URL is set without DATABASE_URL: set both, or neither.')
  }
  const publicUrl = url(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (smtpUrl !== undefined && publicUrl === null && exposure !== null) {
    throw new StartRefusal(
      `SMTP_URL is set and ${exposure}, but PUBLIC_URL is not set: the links in mails would lead nowhere.`,
    )
  }
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: integer(env, 'PORT', 4600, 0, 65_535),
    dataDir: path.resolve(text(env, 'DATA_DIR') ?? '.waybill'),
    databaseUrl,
    directUrl,
    publicUrl,
    smtpUrl,
    mailFrom: readMailFrom(env),
    demo: readDemo(env, exposure),
    demoOrders: integer(env, 'DEMO_ORDERS', 5_000, 0, 1_000_000),
    exposure,
    logLevel: choice(env, 'LOG_LEVEL', 'warn', [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
  }
}

/** The demo's passwords are public: it never loads where others could reach it. */
const readDemo = (env: Environment, exposure: string | null): boolean => {
  const demo = choice(env, 'DEMO', '', ['0', '1', ''])
  if (demo === '1' && exposure !== null) {
    throw new StartRefusal(
      `DEMO=1, but ${exposure}: the demo company has public passwords and stays at home.`,
    )
  }
  return demo !== '0' && exposure === null
}

/** `Waybill <waybill@example.com>`, or the address alone. */
const readMailFrom = (env: Environment): Config['mailFrom'] => {
  const value = text(env, 'MAIL_FROM')
  if (value === undefined) return null
  const [, name = '', address = value] = /^([^<>\p{C}]*)<([^<>]+)>$/u.exec(value) ?? []
  const checked = validateField({ kind: 'email' }, address, { country: defaultCountry })
  if (checked.ok) return { name: name.trim().replace(/^"(.*)"$/, '$1') || 'Waybill', address: address.trim() }
  throw new StartRefusal(`MAIL_FROM must be an address, alone or as in "Waybill <waybill@example.com>".`)
}

const text = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

const integer = (env: Environment, name: string, byDefault: number, least: number, most: number): number => {
  const value = text(env, name)
  if (value === undefined) return byDefault
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new StartRefusal(`${name} must be a whole number from ${least} to ${most}, not "${value}".`)
}

const choice = (env: Environment, name: string, byDefault: string, values: readonly string[]): string => {
  const value = text(env, name) ?? byDefault
  if (values.includes(value)) return value
  const named = values.filter((one) => one !== '').join(', ')
  throw new StartRefusal(`${name} must be one of ${named}, not "${value}".`)
}

/** A value that may hold a password is never repeated. */
const url = (env: Environment, name: string, protocols: readonly string[]): string | undefined => {
  const value = text(env, name)
  if (value === undefined) return undefined
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  throw new StartRefusal(
    `${name} must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
  )
}
