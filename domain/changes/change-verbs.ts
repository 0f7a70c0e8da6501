import { type ResourceName, resourceAccess } from '../access/permissions.ts'
import type { Asking } from '../lib/define-resource.ts'
import { resources } from '../resources.ts'

/** Deleting, and clearing a comment: what nobody does in passing. `clear-comment` has the permission of `comment`. */
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
 * The changes that commands ask for, one by one or in bulk, and whether they are confirmed in a dialog before they are made:
 * what the definitions say, and what each resource has that can be deleted or commented on.
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

/** Destructive, ends a lifecycle or takes money back: no dry run seen on the way replaces the confirmation. */
export const isConfirmed = (verb: ChangeVerb, count: number): boolean =>
  changeVerbs[verb] === 'confirmed' || (changeVerbs[verb] === 'confirmed-in-bulk' && count > 1)
