import { isVerb, type Verb, verbs } from '../access/permissions.ts'
import { type ResourceName, resources } from '../resources.ts'

/** What people do to their own account, which nobody grants and nobody takes back. */
export const accountVerbs = [
  'user.register',
  'user.verify-email',
  'user.reset-password',
  'user.change-password',
  'user.update-profile',
] as const

/** Every verb that a line of the history can have. */
export const journalVerbs: readonly JournalVerb[] = [...verbs, ...accountVerbs]
export type JournalVerb = Verb | (typeof accountVerbs)[number]

/** Verbs that make a record of another resource than their own: its history begins with them. */
export const verbsThatMake = {
  'affiliate.take': 'products',
  'affiliate.request': 'requests',
} as const satisfies Partial<Record<Verb, ResourceName>>

/** Of which resource's records the lines with this verb are. */
export const isVerbOf = (verb: Verb, resource: ResourceName): boolean => {
  const made: ResourceName | undefined = (verbsThatMake as Partial<Record<Verb, ResourceName>>)[verb]
  return made === undefined ? verb.startsWith(`${resources[resource].noun}.`) : made === resource
}

/** The history keeps no password, and without it nothing to go back to. */
const irreversible: readonly Verb[] = ['user.set-password']

/** Whether a change with this verb may be taken back at all. */
export const isReversible = (verb: string): verb is Verb => isVerb(verb) && !irreversible.includes(verb)
