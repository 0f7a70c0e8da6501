import { isResourceName } from '../../../domain/access/permissions.ts'
import { keyGroups } from '../../../domain/keys/key-verbs.ts'

type Say = (key: string) => string

/** What a group is about: `orders` of `orders.read`. */
export const subjectOf = (group: string): string => group.slice(0, group.lastIndexOf('.'))

export const subjectWords = (say: Say, subject: string): string => {
  if (isResourceName(subject)) return say(`commands:go.${subject}.place`)
  return subject === 'delivery-guys' ? say('keys:of.couriers') : say(`keys:of.${subject}`)
}

export const rightWords = (say: Say, group: string): string =>
  say(`keys:rights.${group.slice(group.lastIndexOf('.') + 1)}`)

/** Rights of a key in words; single verbs, which only the API gives, as they are. */
export const grantsWords = (say: Say, grants: readonly string[]): string => {
  const groups = grants.filter((grant) => Object.hasOwn(keyGroups, grant))
  const words = [...new Set(groups.map(subjectOf))].map((subject) => {
    const rights = groups.filter((group) => subjectOf(group) === subject)
    return `${subjectWords(say, subject)} (${rights.map((right) => rightWords(say, right).toLowerCase()).join(', ')})`
  })
  return [...words, ...grants.filter((grant) => !groups.includes(grant))].join(' · ')
}
