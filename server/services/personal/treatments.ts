import { type SQL, sql } from 'drizzle-orm'
import { erasedMark, erasedPhonePrefix } from '../../../domain/customers/personal-data.ts'
import type { Patterns } from './spellings.ts'

/**
 * Whose rows: `orders`, `parcels` and `blocks` by id, `phone` in E.164, its spellings and names that nobody else has. `alias` replaces the
 * phone: the orders of one person stay together. `salt`: of the ids that have the phone.
 */
export type Person = Patterns & {
  phone: string
  orders: readonly string[]
  parcels: readonly string[]
  blocks: readonly string[]
  alias: string
  salt: string
}

type At = { column: SQL; isLinked: SQL; person: Person }

/** When a value has something of the person, and what stands there afterwards. */
export type Treatment = (at: At) => { finds: SQL; becomes: SQL }

const mark = sql`${erasedMark}::text`
const patternOf = ({ pattern }: Person): SQL => sql`${pattern}::text`

/** Whether a text has something of the person. PostgreSQL looks around each character for `pattern`, so `likely` goes before it. */
export const hasPerson = (text: SQL, { likely, pattern }: Patterns): SQL =>
  sql`coalesce(${text} ~* ${likely}::text and ${text} ~* ${pattern}::text, false)`

/** Free text: only what matches. */
export const text: Treatment = ({ column, person }) => ({
  finds: hasPerson(column, person),
  becomes: sql`redact_text(${column}, ${patternOf(person)})`,
})

/** A text about the person in their own rows; free text in others. */
const own =
  (prefix: SQL, of: (person: Person) => SQL): Treatment =>
  (at) => {
    const { column, isLinked, person } = at
    const elsewhere = text(at)
    return {
      finds: sql`(${isLinked} and ${column} is not null and not starts_with(${column}, ${prefix}) or ${elsewhere.finds})`,
      becomes: sql`case when ${isLinked} and ${column} is not null then ${of(person)} else ${elsewhere.becomes} end`,
    }
  }

export const ownText = own(mark, () => mark)
export const ownPhone = own(sql`${erasedPhonePrefix}::text`, ({ alias }) => sql`${alias}::text`)

/** Empty where it matches: values that are unique, or copies that nobody needs. */
export const emptied: Treatment = ({ column, person }) => {
  const finds = hasPerson(sql`${column}::text`, person)
  return { finds, becomes: sql`case when ${finds} then null else ${column} end` }
}

/** Empty in the person's own rows. */
export const ownEmptied: Treatment = (at) => {
  const { column, isLinked } = at
  const elsewhere = emptied(at)
  return {
    finds: sql`(${isLinked} and ${column} is not null or ${elsewhere.finds})`,
    becomes: sql`case when ${isLinked} then null else ${elsewhere.becomes} end`,
  }
}

/** An id that others name: rows with the same id keep one. The salt is stored nowhere. */
export const ids: Treatment = ({ column, person }) => {
  const finds = hasPerson(column, person)
  return {
    finds,
    becomes: sql`case when ${finds} then ${erasedMark}::text || md5(${person.salt}::text || ${column}) else ${column} end`,
  }
}

/** Texts of a document: in own rows those by `keys` entirely, elsewhere what matches. */
export const documentOf =
  (keys: readonly string[]): Treatment =>
  ({ column, isLinked, person }) => {
    const becomes = sql`redact_json(${column}, ${patternOf(person)},
      case when ${isLinked} then ${sql.param([...keys])}::text[] else '{}' end)`
    return {
      finds: sql`((${isLinked} or ${hasPerson(sql`${column}::text`, person)}) and ${column} is distinct from ${becomes})`,
      becomes,
    }
  }

export const document = documentOf([])

/** Bytes as they came; letters beyond ASCII are not found, but phones are. */
export const bytes: Treatment = ({ column, person }) => ({
  finds: hasPerson(sql`encode(${column}, 'escape')`, person),
  becomes: sql`null`,
})

/** A list of texts. */
export const texts: Treatment = ({ column, person }) => ({
  finds: hasPerson(sql`array_to_string(${column}, ' ')`, person),
  becomes: sql`null`,
})
