import { isVerb, type Verb, verbs } from '../access/permissions.ts'
import { type ResourceName, resources } from '../resources.ts'

/** Changes of one's own account: not in the permission table, cannot be undone. */
export const accountVerbs = [
  'user.register',
  'user.verify-email',
  'user.reset-password',
  'user.change-password',
  'user.update-profile',
] as const

export const historyVerbs: readonly HistoryVerb[] = [...verbs, ...accountVerbs]
export type HistoryVerb = Verb | (typeof accountVerbs)[number]

/** Verbs that create a record of another resource than their own: the first line of its history. */
export const verbsThatMake = {
  'affiliate.take': 'products',
  'affiliate.request': 'requests',
} as const satisfies Partial<Record<Verb, ResourceName>>

/** Whether lines with this verb are about records of that resource. */
export const isVerbOf = (verb: Verb, resource: ResourceName): boolean => {
  const made: ResourceName | undefined = (verbsThatMake as Partial<Record<Verb, ResourceName>>)[verb]
  return made === undefined ? verb.startsWith(`${resources[resource].noun}.`) : made === resource
}

/** The history stores no passwords, so this cannot be undone. */
const irreversible: readonly Verb[] = ['user.set-password']

/** Whether a change with this verb can be undone. */
export const isReversible = (verb: string): verb is Verb => isVerb(verb) && !irreversible.includes(verb)
