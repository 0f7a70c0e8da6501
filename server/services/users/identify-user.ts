import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { defaultLanguage, languageCodes } from '../../../domain/core/languages.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { accountFields } from '../../../domain/users/account-fields.ts'
import type { ProviderClaims } from '../../auth/oidc/provider-client.ts'
import type { AccountRule, OidcProvider } from '../../config/oidc-providers.ts'
import { Refused } from '../../core/errors.ts'
import type { Batch } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { userIdentities, users } from '../../db/schema.ts'
import { applyUserChange } from './apply-user-change.ts'
import { insertUser } from './create-user.ts'
import { type Identity, isIdentity } from './keep-identities.ts'

/**
 * The user of a provider's claims, locked until commit: who has the identity; else the account of the verified address, if an
 * administrator allowed that; else a new account, if a rule of the provider gives one.
 * @throws Refused `SSO_EMAIL_UNVERIFIED`, `SSO_NOT_LINKED`, `SSO_NO_ACCOUNT`
 */
export const identifyUser = async (
  tx: Transaction,
  provider: OidcProvider,
  claims: ProviderClaims,
  batch: Batch,
): Promise<UserRow> => {
  const identity = { issuer: provider.issuer, subject: claims.sub }
  const known = await findByIdentity(tx, identity)
  if (known !== null) {
    await tx.update(userIdentities).set({ lastUsedAt: batch.at }).where(isIdentity(identity))
    return known
  }
  const email = verifiedEmail(claims)
  const account = await findByEmail(tx, email)
  if (account !== null) return link(tx, account, identity, batch)
  const rule = provider.accounts.find((one) => matches(one, claims))
  if (rule === undefined) throw new Refused('SSO_NO_ACCOUNT')
  return register(tx, { identity, claims, email, rule }, batch)
}

const findByIdentity = async (tx: Transaction, identity: Identity): Promise<UserRow | null> => {
  const [found] = await tx
    .select({ user: users })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.user))
    .where(and(isIdentity(identity), isNull(users.deletedAt)))
    .for('share', { of: users })
  return found?.user ?? null
}

/** The provider's word for an address counts only if it has checked it. */
const verifiedEmail = ({ email, email_verified: isVerified }: ProviderClaims): string => {
  const read = validate(emailFields, { email }, { country: 'ic' })
  if (isVerified !== true || !read.ok) throw new Refused('SSO_EMAIL_UNVERIFIED')
  return read.value.email
}

const emailFields = { email: { kind: 'email', required: true } } as const satisfies Fields

const findByEmail = async (tx: Transaction, email: string): Promise<UserRow | null> => {
  const [found] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
    .for('update')
  return found ?? null
}

/** Once: another provider, or another person with the address later, needs the administrator's word again. */
const link = async (tx: Transaction, user: UserRow, identity: Identity, batch: Batch): Promise<UserRow> => {
  // Somebody else may have signed up with an address that was never confirmed.
  if (!user.allowsLinking || !user.isEmailVerified) throw new Refused('SSO_NOT_LINKED')
  await storeIdentity(tx, user.id, identity, batch.at)
  await applyUserChange(tx, user, batch, {
    user,
    verb: 'user.link-identity',
    wanted: { allowsLinking: false },
  })
  return user
}

/** Takes the identity over from a deleted account. */
const storeIdentity = async (tx: Transaction, user: string, identity: Identity, at: Date): Promise<void> => {
  const used = { user, createdAt: at, lastUsedAt: at }
  await tx
    .insert(userIdentities)
    .values({ ...identity, ...used })
    .onConflictDoUpdate({ target: [userIdentities.issuer, userIdentities.subject], set: used })
}

const matches = ({ claim, value }: AccountRule, claims: ProviderClaims): boolean => {
  const held = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  const values: unknown[] = Array.isArray(held) ? held : [held]
  return values.some((one) => one !== undefined && one !== null && String(one) === value)
}

type Registration = { identity: Identity; claims: ProviderClaims; email: string; rule: AccountRule }

/** Waits for an administrator, as every account that nobody in the office made. Its password is nobody's: a mail sets one. */
const register = async (
  tx: Transaction,
  { identity, claims, email, rule: { role, country } }: Registration,
  batch: Batch,
): Promise<UserRow> => {
  if (await isOfDeleted(tx, identity)) throw new Refused('SSO_NO_ACCOUNT')
  const language = languageCodes.find((code) => String(claims.locale ?? '').startsWith(code))
  const user = await insertUser(tx, null, batch, {
    country,
    name: textOf('name', claims.name) ?? email,
    role,
    email,
    phone: textOf('phone', claims.phone_number) ?? '',
    verb: 'user.register',
    passwordHash: nobodysHash(),
    isEmailVerified: true,
    isActivated: false,
    activation: null,
    language: language ?? defaultLanguage,
  })
  if (user === null) {
    // A concurrent login of the same person was first.
    const known = await findByIdentity(tx, identity)
    if (known === null) throw new Refused('SSO_NOT_LINKED')
    return known
  }
  await storeIdentity(tx, user.id, identity, batch.at)
  return (await findByIdentity(tx, identity))!
}

/** Shaped and as slow as every other, of no known password. */
const nobodysHash = (): string => {
  const [salt, hash] = [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`
}

const isOfDeleted = async (tx: Transaction, identity: Identity): Promise<boolean> => {
  const found = await tx
    .select({ user: userIdentities.user })
    .from(userIdentities)
    .where(isIdentity(identity))
  return found.length > 0
}

/** A claim as the field of an account takes it; null if it does not. */
const textOf = (field: 'name' | 'phone', claim: unknown): string | null => {
  const read = validate({ value: accountFields[field] }, { value: claim }, { country: 'ic' })
  return read.ok ? read.value.value : null
}
