import { type ResourceName, resources } from '../../domain/resources.ts'

/** Names of a resource's records in call ids and schemas, and in sentences. */
export const recordNamesOf = (resource: ResourceName): { one: string; many: string; phrase: string } => {
  const { noun, called } = resources[resource]
  const { one = capitalised(noun), phrase = `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}` } = called
  return { one, many: `${one}s`, phrase }
}

const capitalised = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`
