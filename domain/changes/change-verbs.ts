import { isVerb, resourceAccess, type Verb, verbs } from '../access/permissions.ts'
import type { Asking } from '../lib/define-resource.ts'
import { type ResourceName, resources } from '../resources.ts'
import { type AuditVerb, auditVerbs } from './audit-verbs.ts'

/** Deleting, and clearing a comment, are confirmed. `clear-comment` uses the permission of `comment`. */
const ofGrants = {
  delete: { delete: 'confirmed' },
  comment: { comment: 'at-once', 'clear-comment': 'confirmed' },
} as const satisfies Record<string, Record<string, Asking>>

type Definitions = typeof resources
type Grants<R extends ResourceName> = keyof (typeof resourceAccess)[R]['grants'] & keyof typeof ofGrants
type Acts<R extends ResourceName> =
  | (keyof Definitions[R]['changes'] & string)
  | { [G in Grants<R>]: keyof (typeof ofGrants)[G] & string }[Grants<R>]

type ChangeVerbOf<R extends ResourceName> = R extends R ? `${Definitions[R]['noun']}.${Acts<R>}` : never

export type ChangeVerb = ChangeVerbOf<ResourceName>

/**
 * The changes that commands can request, each with how it is confirmed: from the definitions, plus delete and comment where a
 * resource has them.
 */
export const changeVerbs = Object.fromEntries(
  Object.values(resources).flatMap(({ name, noun, changes }) => {
    const asked: Readonly<Record<string, Asking>> = Object.assign(
      {},
      changes,
      ...Object.entries(ofGrants).flatMap(([grant, verbs]) =>
        Object.hasOwn(resourceAccess[name].grants, grant) ? verbs : [],
      ),
    )
    return Object.entries(asked).map(([act, asking]) => [`${noun}.${act}`, asking])
  }),
) as Readonly<Record<ChangeVerb, Asking>>

export const isChangeVerb = (verb: string): verb is ChangeVerb => Object.hasOwn(changeVerbs, verb)

/** `always`: destructive, ends a lifecycle or takes money back. `unseen`: unless the user has already seen its dry run. */
export type Confirmation = 'never' | 'unseen' | 'always'

/** `isSeen`: the effect is obvious without a dry run, as with one record on screen. */
export const confirmationOf = (verb: ChangeVerb, count: number, isSeen: boolean): Confirmation => {
  const asking = changeVerbs[verb]
  if (asking === 'confirmed' || asking === 'asked' || (asking === 'confirmed-in-bulk' && count > 1))
    return 'always'
  return isSeen ? 'never' : 'unseen'
}

/** Always asks, and takes nothing away. */
export const isHarmless = (verb: ChangeVerb): boolean => changeVerbs[verb] === 'asked'

/** Removes what somebody made: the question begins at Cancel (ADR 0146). */
export const isErasing = (verb: string): boolean => /\.(delete|clear-comment)$/.test(verb)

/** Changes of one's own account: not in the permission table, cannot be undone. */
const accountVerbs = [
  'user.register',
  'user.verify-email',
  'user.reset-password',
  'user.change-password',
  'user.add-second-factor',
  'user.remove-second-factor',
  'user.add-passkey',
  'user.rename-passkey',
  'user.remove-passkey',
  'user.refuse-passkey',
  'user.link-identity',
  'user.unlink-identity',
  'user.update-profile',
  // They erased a customer without orders, which have the line of others.
  'user.erase-customer',
] as const

/** The other direction of a verb in the permission table: read in the history, never stored or granted. */
const reverseVerbs = ['user.deactivate', 'user.stop-calls'] as const

export const historyVerbs: readonly HistoryVerb[] = [
  ...verbs,
  ...accountVerbs,
  ...auditVerbs,
  ...reverseVerbs,
]
type HistoryVerb = Verb | (typeof accountVerbs)[number] | AuditVerb | (typeof reverseVerbs)[number]

/** Verbs whose lines are about records of another resource than their own: those that they create, or orders of a customer. */
export const verbsThatMake = {
  'affiliate.take': 'products',
  'affiliate.request': 'requests',
  'product.restock': 'requests',
  'customer.export': 'orders',
  'customer.erase': 'orders',
  'customer.set-retention': 'orders',
} as const satisfies Partial<Record<Verb, ResourceName>>

/** Whether lines with this verb are about records of that resource. */
export const isVerbOf = (verb: Verb, resource: ResourceName): boolean => {
  const made: ResourceName | undefined = (verbsThatMake as Partial<Record<Verb, ResourceName>>)[verb]
  return made === undefined ? verb.startsWith(`${resources[resource].noun}.`) : made === resource
}

/** The history stores no passwords and secrets, and what was sent stays sent: these cannot be undone. */
const irreversible: readonly Verb[] = [
  'user.set-password',
  'user.reset-second-factor',
  'source.rotate',
  'source.access',
  'key.revoke',
  'webhook.rotate',
  'webhook.test',
  'webhook-delivery.replay',
  'customer.export',
  'customer.erase',
  'order.message',
  'order.take-over',
  'order.free',
  'shipping.message',
]

/** Whether a change with this effect stays done. */
export const isForGood = (effect: string): boolean => (irreversible as readonly string[]).includes(effect)

/** Whether a change with this verb can be undone. */
export const isReversible = (verb: string): verb is Verb =>
  (isVerb(verb) && !irreversible.includes(verb)) || (reverseVerbs as readonly string[]).includes(verb)
