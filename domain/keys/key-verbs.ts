import {
  isVerb,
  type ResourceName,
  type Role,
  resourceAccess,
  resourceNames,
  scopeOf,
  type Verb,
  verbs,
} from '../access/permissions.ts'

/** Resources that give access themselves: a key only reads them, and sees nothing of other keys. */
const readOnly: readonly ResourceName[] = ['users', 'sources', 'webhooks', 'deliveries']
const closed: readonly ResourceName[] = ['keys']

const reading: readonly string[] = ['list', 'view', 'history', 'store', 'rates']
const exporting: readonly string[] = ['export', 'print-labels']

/** What a group has of a resource, by the act. */
const groupOf = (act: string): 'read' | 'export' | 'write' =>
  reading.includes(act) ? 'read' : exporting.includes(act) ? 'export' : 'write'

/** Verbs that belong to no resource. Left out: saved views, which are a person's own. */
const others = {
  'images.write': ['image.upload'],
  'customers.read': ['customer.view'],
  'delivery-guys.read': ['delivery-guy.list'],
  'analytics.read': ['analytics.view'],
  'changes.read': ['change.list'],
  'changes.undo': ['change.undo'],
} as const satisfies Record<string, readonly Verb[]>

/** Every key may follow and cancel the jobs that it started itself. */
const ofEveryKey: readonly Verb[] = ['job.view', 'job.cancel']

const grouped = (resource: ResourceName): [string, Verb[]][] => {
  if (closed.includes(resource)) return []
  // In this order, whatever comes first in the table.
  const groups = new Map<string, Verb[]>(
    ['read', 'export', 'write'].map((group) => [`${resource}.${group}`, []]),
  )
  const { noun, grants } = resourceAccess[resource]
  for (const act of Object.keys(grants)) {
    const group = groupOf(act)
    if (group === 'write' && readOnly.includes(resource)) continue
    const name = `${resource}.${group}`
    groups.get(name)?.push(`${noun}.${act}` as Verb)
  }
  return [...groups].filter(([, acts]) => acts.length > 0)
}

/** Verbs by the name of their group, in the order of the form: `orders.read`, `orders.export`, `orders.write`. */
export const keyGroups: Readonly<Record<string, readonly Verb[]>> = Object.fromEntries([
  ...resourceNames.flatMap(grouped),
  ...Object.entries(others),
])

const keyVerbs: readonly Verb[] = verbs.filter((verb) =>
  Object.values(keyGroups).some((group) => group.includes(verb)),
)

/** What `verbs` of a key may name: groups, and single verbs. */
export const keyGrants: readonly string[] = [
  ...Object.keys(keyGroups),
  ...keyVerbs.filter((verb) => !Object.hasOwn(keyGroups, verb)),
]

const verbsOfGrant = (grant: string): readonly Verb[] =>
  Object.hasOwn(keyGroups, grant)
    ? keyGroups[grant]!
    : isVerb(grant) && keyVerbs.includes(grant)
      ? [grant]
      : []

/** Every verb that grants allow, whatever the role of the key's owner. */
export const verbsOfKey = (grants: readonly string[]): ReadonlySet<Verb> =>
  new Set([...grants.flatMap(verbsOfGrant), ...ofEveryKey])

/** Whether a role has anything of a grant: others cannot be given to its keys. */
export const hasGrant = (role: Role, grant: string): boolean =>
  verbsOfGrant(grant).some((verb) => scopeOf(role, verb) !== null)
