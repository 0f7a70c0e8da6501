import { isIP } from 'node:net'
import path from 'node:path'
import { defaultCountry } from '../../domain/core/countries.ts'
import { validateField } from '../../domain/lib/validate.ts'
import { type SecondFactorPolicy, secondFactorRules } from '../../domain/users/second-factor.ts'
import { StartRefusal } from '../core/errors.ts'
import { type LogFormat, logFormats } from '../core/log.ts'
import type { OutboundRules } from '../outbound/address-rules.ts'
import { sessionAttributes, urlsOf } from './database-urls.ts'
import { type OidcProvider, readOidcProviders } from './oidc-providers.ts'
import { readSecretFiles } from './secret-files.ts'

export type Config = {
  host: string
  /** 0 picks a free port. */
  port: number
  dataDir: string
  databaseUrl: string | undefined
  directUrl: string | undefined
  /** Hot standby that answers reads. */
  readUrl: string | undefined
  /** Seals secrets in the database; default: a key in the data folder. */
  secretsKey: string | undefined
  /** Opened with too, while secrets are sealed anew (`rotate-secrets`). */
  formerSecretsKey: string | undefined
  /** Bucket of uploaded pictures; default: the data folder. */
  bucket: Bucket | undefined
  /** Scheduled backups. `every`: milliseconds, null for none; `keep`: number of them; `to`: folder, `bucket`, or null for the data folder. */
  backups: { every: number | null; keep: number; to: string | null }
  /** Origin of all links; null: the listening address. */
  publicUrl: string | null
  /** Origins allowed by CORS, where the palette is embedded. */
  corsOrigins: readonly string[]
  /** Proxies by address or subnet; their forwarding headers are trusted. */
  trustedProxies: readonly string[]
  /** SMTP server; without it mails are written to the data folder. */
  smtpUrl: string | undefined
  /** Opens `GET /metrics`; undefined: it does not exist. */
  metricsToken: string | undefined
  /** Identity providers of the login. */
  oidc: readonly OidcProvider[]
  /** OpenTelemetry receiver of traces, without `/v1/traces`; undefined: none are made. */
  traceEndpoint: string | undefined
  /** Addresses that webhooks and calls to shops may reach. */
  outbound: OutboundRules
  /** `SECOND_FACTOR` and `SECOND_FACTOR_GRACE_DAYS`. */
  secondFactor: SecondFactorPolicy
  /** Sender of mails; null: `no-reply` at the public URL's host. */
  mailFrom: { name: string; address: string } | null
  /** Whether demo data are loaded into an empty database. */
  demo: boolean
  demoOrders: number
  /** Tests only: seed of the demo data; 0 is the usual one. */
  demoShuffle: number
  /** Why the server is reachable by others; null if local only. */
  exposure: string | null
  logLevel: string
  logFormat: LogFormat
}

type Environment = Record<string, string | undefined>

/** Parses the environment; secrets may be in files. @throws StartRefusal that names the variable and its valid values */
export const readConfig = (given: Environment): Config => {
  const env = readSecretFiles(given)
  const host = text(env, 'HOST') ?? '127.0.0.1'
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
  const exposure = !isLoopback
    ? `HOST is ${host}`
    : env.NODE_ENV === 'production'
      ? 'NODE_ENV is production'
      : null
  const databaseUrl = postgresUrl(env, 'DATABASE_URL')
  const directUrl = postgresUrl(env, 'DATABASE_DIRECT_URL')
  if (directUrl !== undefined && databaseUrl === undefined) {
    throw new StartRefusal('DATABASE_DIRECT_URL is set without DATABASE_URL: set both, or neither.')
  }
  const readUrl = postgresUrl(env, 'DATABASE_READ_URL')
  if (readUrl !== undefined && databaseUrl === undefined) {
    throw new StartRefusal(
      'DATABASE_READ_URL is set without DATABASE_URL: the embedded database has no standby.',
    )
  }
  if (readUrl !== undefined && (urlsOf(readUrl).length > 1 || /[?&]target_session_attrs=/.test(readUrl))) {
    throw new StartRefusal('DATABASE_READ_URL must name one host, a standby, without target_session_attrs.')
  }
  const publicUrl = readPublicUrl(env)
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (smtpUrl !== undefined && publicUrl === null && exposure !== null) {
    throw new StartRefusal(
      `SMTP_URL is set and ${exposure}, but PUBLIC_URL is not set: the links in mails would lead nowhere.`,
    )
  }
  const oidc = readOidcProviders(env)
  if (oidc.length > 0 && publicUrl === null && exposure !== null) {
    throw new StartRefusal(
      `An OIDC provider is set and ${exposure}, but PUBLIC_URL is not set: the provider would not know where to send people back.`,
    )
  }
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: integer(env, 'PORT', 4600, 0, 65_535),
    dataDir: path.resolve(text(env, 'DATA_DIR') ?? '.waybill'),
    databaseUrl,
    directUrl,
    readUrl,
    secretsKey: readSecret(env, 'SECRETS_KEY'),
    formerSecretsKey: readSecret(env, 'SECRETS_KEY_OLD'),
    bucket: readFilesUrl(env),
    backups: readBackups(env),
    publicUrl,
    corsOrigins: origins(env, 'CORS_ORIGINS'),
    trustedProxies: subnets(env, 'TRUSTED_PROXIES'),
    smtpUrl,
    mailFrom: readMailFrom(env),
    metricsToken: readMetricsToken(env),
    oidc,
    traceEndpoint: url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    outbound: {
      isHttpsOnly: exposure !== null,
      allowsPrivate: choice(env, 'WEBHOOK_PRIVATE', '0', ['0', '1']) === '1',
    },
    secondFactor: {
      required: choice(env, 'SECOND_FACTOR', 'none', secondFactorRules),
      graceDays: integer(env, 'SECOND_FACTOR_GRACE_DAYS', 7, 0, 90),
    },
    demo: readDemo(env, exposure),
    demoOrders: integer(env, 'DEMO_ORDERS', 5_000, 0, 1_000_000),
    demoShuffle: integer(env, 'DEMO_SHUFFLE', 0, 0, 1_000_000),
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
    logFormat: choice(env, 'LOG_FORMAT', exposure === null ? 'text' : 'json', logFormats),
  }
}

/** `BACKUP_EVERY` as `30m`, `6h` or `1d`; `BACKUP_KEEP`; `BACKUP_TO` as an absolute folder or `bucket`. */
const readBackups = (env: Environment): Config['backups'] => {
  const written = text(env, 'BACKUP_EVERY')
  const [, count = '', unit = ''] = /^(\d{1,4}) ?(m|h|d)$/.exec(written ?? '') ?? []
  const every = Number(count) * ({ m: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? 0)
  if (written !== undefined && !(every >= leastPause && every <= mostPause))
    throw new StartRefusal(`BACKUP_EVERY must be a time as 30m, 6h or 1d, from 15m to 31d, not "${written}".`)
  const to = text(env, 'BACKUP_TO') ?? null
  if (to === 'bucket' && text(env, 'FILES_URL') === undefined)
    throw new StartRefusal('BACKUP_TO is bucket, but FILES_URL names none.')
  if (to !== null && to !== 'bucket' && !path.isAbsolute(to))
    throw new StartRefusal(`BACKUP_TO must be bucket or an absolute folder, as /mnt/backups, not "${to}".`)
  return { every: written === undefined ? null : every, keep: integer(env, 'BACKUP_KEEP', 14, 1, 1_000), to }
}

/** Milliseconds. */
const leastPause = 15 * 60_000
const mostPause = 31 * 86_400_000

/** `SECRETS_KEY` and `SECRETS_KEY_OLD`; the message never repeats it. */
const readSecret = (env: Environment, name: string): string | undefined => {
  const value = text(env, name)
  if (value === undefined || value.length >= leastSecret) return value
  throw new StartRefusal(
    `${name} must have at least ${leastSecret} characters, as those of: openssl rand -base64 32`,
  )
}

/** `METRICS_TOKEN`; the message never repeats it. */
const readMetricsToken = (env: Environment): string | undefined => {
  const value = text(env, 'METRICS_TOKEN')
  if (value === undefined || /^[\x21-\x7e]{16,200}$/.test(value)) return value
  throw new StartRefusal(
    'METRICS_TOKEN must have 16 to 200 characters without spaces, as those of: openssl rand -base64 32',
  )
}

/** Characters: 24 random bytes in base64. */
export const leastSecret = 32

/** Must be an origin: console, API and links are at the root of their host. */
const readPublicUrl = (env: Environment): string | null => {
  const value = url(env, 'PUBLIC_URL', ['http:', 'https:'])
  if (value === undefined) return null
  const { origin, pathname, username, password } = new URL(value)
  if (/^\/+$/.test(pathname) && !/[?#]/.test(value) && username === '' && password === '') return origin
  throw new StartRefusal(
    'PUBLIC_URL must be an origin alone, as https://waybill.example: Waybill answers at the root of its host, under no path.',
  )
}

/** The demo's passwords are public, so it never loads on an exposed server. */
const readDemo = (env: Environment, exposure: string | null): boolean => {
  const demo = choice(env, 'DEMO', '', ['0', '1', ''])
  if (demo === '1' && exposure !== null) {
    throw new StartRefusal(
      `DEMO=1, but ${exposure}: the demo company has public passwords and stays at home.`,
    )
  }
  return demo !== '0' && exposure === null
}

/** `Waybill <waybill@example.com>`, or an address. */
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

const choice = <Value extends string>(
  env: Environment,
  name: string,
  byDefault: Value,
  values: readonly Value[],
): Value => {
  const value = text(env, name) ?? byDefault
  const chosen = values.find((one) => one === value)
  if (chosen !== undefined) return chosen
  const named = values.filter((one) => one !== '').join(', ')
  throw new StartRefusal(`${name} must be one of ${named}, not "${value}".`)
}

/** May name several hosts, or `?host=` a socket folder without a host, which `URL` cannot parse. */
const postgresUrl = (env: Environment, name: string): string | undefined => {
  const value = text(env, name)
  if (value === undefined) return undefined
  for (const one of urlsOf(value)) {
    const withHost = one.replace(/^(\w+:\/\/[^/?#]*@)\//, '$1localhost/')
    url({ [name]: withHost }, name, ['postgres:', 'postgresql:'])
  }
  const [, asked] = /[?&]target_session_attrs=([^&#]*)/.exec(value) ?? []
  if (asked === undefined || sessionAttributes.includes(asked)) return value
  throw new StartRefusal(`${name} may ask for target_session_attrs=${sessionAttributes.join(' or ')} only.`)
}

/** Comma-separated origins. `*` and paths are refused: they would allow more than intended. */
const origins = (env: Environment, name: string): readonly string[] => {
  const values = (text(env, name) ?? '').split(',').map((value) => value.trim())
  return values.filter((value) => {
    if (value === '') return false
    const isOrigin = /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
    if (isOrigin) return true
    throw new StartRefusal(
      `${name} must be origins parted by commas, as https://shop.example or http://localhost:3000, not "${value}".`,
    )
  })
}

/** Comma-separated addresses or subnets (10.0.0.0/8). Subnets of all addresses are refused. */
const subnets = (env: Environment, name: string): readonly string[] => {
  const values = (text(env, name) ?? '').split(',').map((value) => value.trim())
  return values.filter((value) => {
    if (value === '') return false
    const [address = '', bits, ...more] = value.split('/')
    const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    const isMask = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most)
    if (most > 0 && isMask && more.length === 0) return true
    throw new StartRefusal(
      `${name} must be addresses or subnets parted by commas, as 127.0.0.1 or 10.0.0.0/8, not "${value}".`,
    )
  })
}

/** The message never repeats a value that may contain a password. */
const url = (env: Environment, name: string, protocols: readonly string[]): string | undefined => {
  const value = text(env, name)
  if (value === undefined) return undefined
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  throw new StartRefusal(
    `${name} must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
  )
}

const example = 'https://KEY:SECRET@s3.eu-west-3.amazonaws.com/bucket/prefix?region=eu-west-3'

/**
 * Parses `FILES_URL`; undefined if unset. The key may be in AWS variables. Messages never repeat the value, which has a secret.
 * @throws StartRefusal
 */
const readFilesUrl = (env: Environment): Bucket | undefined => {
  const value = env.FILES_URL?.trim()
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '') {
    throw new StartRefusal(`FILES_URL must be a URL as ${example}; a / in the secret is written %2F.`)
  }
  const [name = '', ...folders] = decoded(url.pathname).split('/').slice(1)
  const prefix = folders.filter((folder) => folder !== '')
  if (!/^[\w.-]{3,255}$/.test(name) || !prefix.every((folder) => /^[\w.-]{1,200}$/.test(folder))) {
    throw new StartRefusal(
      `FILES_URL must name a bucket, and may name folders in it, by letters, digits, ".", "-" and "_": ${example}; a / in the secret is written %2F.`,
    )
  }
  const { region, ...others } = Object.fromEntries(url.searchParams)
  if (Object.keys(others).length > 0 || (region !== undefined && !/^[\w-]{1,63}$/.test(region))) {
    throw new StartRefusal('FILES_URL may have ?region= only, as in ?region=eu-west-3.')
  }
  return {
    origin: url.origin,
    name,
    prefix: prefix.map((folder) => `${folder}/`).join(''),
    region,
    ...readKey(env, url),
  }
}

const readKey = (env: Environment, url: URL): Pick<Bucket, 'accessKeyId' | 'secretAccessKey'> => {
  if (url.username !== '' && url.password !== '') {
    return { accessKeyId: decoded(url.username), secretAccessKey: decoded(url.password) }
  }
  const accessKeyId = env.AWS_ACCESS_KEY_ID?.trim()
  const secretAccessKey = env.AWS_SECRET_ACCESS_KEY?.trim()
  if (url.username !== '' || url.password !== '' || !accessKeyId || !secretAccessKey) {
    throw new StartRefusal(
      'FILES_URL has no key and secret: write them as KEY:SECRET@ before the host, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  }
  if (env.AWS_SESSION_TOKEN?.trim()) {
    throw new StartRefusal(
      'AWS_SESSION_TOKEN is set: its key ends while the server runs. Give the bucket a key that stays.',
    )
  }
  return { accessKeyId, secretAccessKey }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StartRefusal(
      'FILES_URL has a % that begins no character: a % in the key or secret is written %25.',
    )
  }
}

/** An S3-compatible bucket, path-style. */
export type Bucket = {
  /** Without path: `https://s3.eu-west-3.amazonaws.com`. */
  origin: string
  name: string
  /** Prefix of object keys: empty, or ending in `/`. */
  prefix: string
  /** Default: from the host, else `us-east-1`. */
  region: string | undefined
  accessKeyId: string
  secretAccessKey: string
}
