import { readFileSync } from 'node:fs'
import { isRole, type Role } from '../../domain/access/permissions.ts'
import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import { StartRefusal } from '../core/errors.ts'
import { readSecretFile } from './secret-files.ts'

/** Whoever has `value` in `claim` gets an account of that role at the first login. */
export type AccountRule = { claim: string; value: string; role: Role; country: CountryCode }

export type OidcProvider = {
  /** Part of the return address, so it stays. */
  id: string
  /** On the button of the login. */
  name: string
  issuer: string
  clientId: string
  /** Undefined: a public client, protected by PKCE alone. */
  clientSecret: string | undefined
  /** How the secret is sent. */
  authentication: 'basic' | 'post'
  scope: string
  /** The first that matches counts. Without one nobody gets an account. */
  accounts: readonly AccountRule[]
}

type Environment = Record<string, string | undefined>

/** The one provider of `OIDC_ISSUER`, and those of `OIDC_FILE`. @throws StartRefusal */
export const readOidcProviders = (env: Environment): readonly OidcProvider[] => {
  const providers = [...readOwn(env), ...readFile(env)]
  for (const [index, { id, issuer }] of providers.entries()) {
    const others = providers.slice(0, index)
    if (others.some((one) => one.id === id))
      throw new StartRefusal(`Two OIDC providers have the id "${id}": each needs its own.`)
    if (others.some((one) => one.issuer === issuer))
      throw new StartRefusal(`Two OIDC providers have the issuer ${issuer}: keep one of them.`)
  }
  return providers
}

const readOwn = (env: Environment): OidcProvider[] => {
  const [issuer, clientId, clientSecret, name] = [
    text(env, 'OIDC_ISSUER'),
    text(env, 'OIDC_CLIENT_ID'),
    text(env, 'OIDC_CLIENT_SECRET'),
    text(env, 'OIDC_NAME'),
  ]
  if (issuer === undefined && clientId === undefined && clientSecret === undefined && name === undefined)
    return []
  if (issuer === undefined || clientId === undefined)
    throw new StartRefusal('OIDC_ISSUER and OIDC_CLIENT_ID belong together: set both, or neither.')
  return [
    toProvider(
      {
        id: 'sso',
        issuer,
        clientId,
        ...(name === undefined ? {} : { name }),
        ...(clientSecret === undefined ? {} : { clientSecret }),
      },
      (member) => ownVariables[member] ?? member,
    ),
  ]
}

const ownVariables: Readonly<Record<string, string>> = {
  issuer: 'OIDC_ISSUER',
  clientId: 'OIDC_CLIENT_ID',
  clientSecret: 'OIDC_CLIENT_SECRET',
  name: 'OIDC_NAME',
}

const readFile = (env: Environment): OidcProvider[] => {
  const file = text(env, 'OIDC_FILE')
  if (file === undefined) return []
  let written: unknown
  try {
    written = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // The parser's message repeats parts of the file, which may have a secret.
    const reason = error instanceof SyntaxError ? 'is no JSON' : `cannot be read (${codeOf(error)})`
    throw new StartRefusal(`OIDC_FILE names the file ${file}, which ${reason}.`)
  }
  if (!Array.isArray(written) || written.length === 0 || written.length > MAX_PROVIDERS)
    throw new StartRefusal(
      `OIDC_FILE names the file ${file}, which must be a list of 1 to ${MAX_PROVIDERS} providers.`,
    )
  return written.map((one, index) =>
    toProvider(one, (member) => `${member} of provider ${index + 1} in ${file}`),
  )
}

const MAX_PROVIDERS = 20
const MAX_RULES = 100

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown'

/** `nameOf`: how a message calls a member. Messages never repeat a secret. */
const toProvider = (written: unknown, nameOf: (member: string) => string): OidcProvider => {
  const given = recordOf(written, members, nameOf)
  const id = textOf(given, 'id', nameOf, /^[a-z0-9][a-z0-9-]{0,39}$/, 'small letters, digits and hyphens')
  const issuer = textOf(given, 'issuer', nameOf, /^https?:\/\/[^\s?#]{1,500}$/, 'a URL without ? and #')
  if (!URL.canParse(issuer) || !isProtected(new URL(issuer)))
    throw new StartRefusal(`${nameOf('issuer')} must begin with https://, unless it is on this machine.`)
  const clientId = textOf(given, 'clientId', nameOf, /^[\x21-\x7e]{1,300}$/, 'up to 300 visible characters')
  const name =
    given.name === undefined
      ? new URL(issuer).hostname
      : textOf(given, 'name', nameOf, /^[^\p{C}]{1,60}$/u, 'up to 60 characters')
  const scope =
    given.scope === undefined
      ? 'openid email profile'
      : textOf(given, 'scope', nameOf, /^openid( [\x21-\x7e]{1,100}){0,20}$/, 'words that begin with openid')
  const authentication = given.authentication ?? 'basic'
  if (authentication !== 'basic' && authentication !== 'post')
    throw new StartRefusal(`${nameOf('authentication')} must be basic or post.`)
  return {
    id,
    name: name.trim(),
    issuer,
    clientId,
    clientSecret: secretOf(given, nameOf),
    authentication,
    scope,
    accounts: rulesOf(given.accounts ?? [], nameOf),
  }
}

const members = [
  'id',
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'clientSecretFile',
  'authentication',
  'scope',
  'accounts',
]

const isProtected = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

const secretOf = (given: Given, nameOf: (member: string) => string): string | undefined => {
  if (given.clientSecretFile !== undefined) {
    if (given.clientSecret !== undefined)
      throw new StartRefusal(`${nameOf('clientSecret')} and clientSecretFile are both set: keep one of them.`)
    const variable = nameOf('clientSecretFile')
    if (typeof given.clientSecretFile !== 'string') throw new StartRefusal(`${variable} must be a path.`)
    return readSecretFile(variable, given.clientSecretFile)
  }
  if (given.clientSecret === undefined) return undefined
  return textOf(given, 'clientSecret', nameOf, /^[\x20-\x7e]{1,1000}$/, 'up to 1,000 visible characters')
}

const rulesOf = (written: unknown, nameOf: (member: string) => string): AccountRule[] => {
  if (!Array.isArray(written) || written.length > MAX_RULES)
    throw new StartRefusal(`${nameOf('accounts')} must be a list of at most ${MAX_RULES} rules.`)
  return written.map((one, index) => {
    const nameOfRule = (member: string) => `${member} of rule ${index + 1} of ${nameOf('accounts')}`
    const given = recordOf(one, ['claim', 'value', 'role', 'country'], nameOfRule)
    const claim = textOf(given, 'claim', nameOfRule, /^[\x21-\x7e]{1,200}$/, 'the name of a claim')
    const value = textOf(given, 'value', nameOfRule, /^[^\p{C}]{1,300}$/u, 'up to 300 characters')
    const { role, country } = given
    if (typeof role !== 'string' || !isRole(role))
      throw new StartRefusal(`${nameOfRule('role')} must be a role, as seller or agent.`)
    const known = countryCodes.find((code) => code === country)
    if (known === undefined)
      throw new StartRefusal(`${nameOfRule('country')} must be one of ${countryCodes.join(', ')}.`)
    return { claim, value, role, country: known }
  })
}

type Given = Readonly<Record<string, unknown>>

const recordOf = (
  written: unknown,
  allowed: readonly string[],
  nameOf: (member: string) => string,
): Given => {
  if (typeof written !== 'object' || written === null || Array.isArray(written))
    throw new StartRefusal(`${nameOf('An entry')} must be an object.`)
  const unknown = Object.keys(written).find((member) => !allowed.includes(member))
  if (unknown !== undefined)
    throw new StartRefusal(`${nameOf(`"${unknown}"`)} is not known: ${allowed.join(', ')} are.`)
  return written as Given
}

const textOf = (
  given: Given,
  member: string,
  nameOf: (member: string) => string,
  pattern: RegExp,
  wanted: string,
): string => {
  const value = given[member]
  if (typeof value === 'string' && pattern.test(value)) return value
  throw new StartRefusal(`${nameOf(member)} must be ${wanted}.`)
}

const text = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}
