import type { Actor } from './actor.ts'
import type { Scope } from './permissions.ts'

/** The fields of a record that decide whether it is within a scope. */
export type Scoped = { country: string; owner?: string | null; delivery?: string | null }

const reaches: Record<Scope, (actor: Actor, record: Scoped) => boolean> = {
  all: () => true,
  country: (actor, record) => record.country === actor.country,
  own: (actor, record) => record.owner === actor.id,
  assigned: (actor, record) => record.delivery === actor.id,
}

export const isWithin = (scope: Scope, actor: Actor, record: Scoped): boolean => reaches[scope](actor, record)
