import { type SQL, sql } from 'drizzle-orm'
import { erasedMark, erasedPhonePrefix } from '../../../domain/customers/personal-data.ts'
import type { Patterns } from './spellings.ts'

/**
 * One or several people, whose rows are found by one reading of each table: `orders`, `parcels` and `blocks` by id, `phones` in E.164, their
 * spellings and names that nobody else has. `aliases` replace the phones: the orders of one people stay together. `salt`: of the ids that
 * have a phone.
 */
export type People = Patterns & {
  phones: readonly string[]
  orders: readonly string[]
  parcels: readonly string[]
  blocks: readonly string[]
  aliases: Readonly<Record<string, string>>
  salt: string
}

type At = { column: SQL; isLinked: SQL; people: People }

/** When a value has something of the people, and what stands there afterwards. */
export type Treatment = (at: At) => { finds: SQL; becomes: SQL }

const mark = sql`${erasedMark}::text`
const patternOf = ({ pattern }: People): SQL => sql`${pattern}::text`

/** Whether a text has something of the people. PostgreSQL looks around each character for `pattern`, so `likely` goes before it. */
export const hasPeople = (text: SQL, { likely, pattern }: Patterns): SQL =>
  sql`coalesce(${text} ~* ${likely}::text and ${text} ~* ${pattern}::text, false)`

/** Free text: only what matches. */
export const text: Treatment = ({ column, people }) => ({
  finds: hasPeople(column, people),
  becomes: sql`redact_text(${column}, ${patternOf(people)})`,
})

/** A text about the people in their own rows; free text in others. */
const own =
  (prefix: SQL, of: (at: At) => SQL): Treatment =>
  (at) => {
    const { column, isLinked } = at
    const elsewhere = text(at)
    return {
      finds: sql`(${isLinked} and ${column} is not null and not starts_with(${column}, ${prefix}) or ${elsewhere.finds})`,
      becomes: sql`case when ${isLinked} and ${column} is not null then ${of(at)} else ${elsewhere.becomes} end`,
    }
  }

export const ownText = own(mark, () => mark)

/**
 * The alias of the phone. `other`: the phone that is meant where the column has none of theirs, as an event of a shop whose order was
 * corrected afterwards.
 */
export const ownPhone = (other?: (people: People) => SQL): Treatment =>
  own(sql`${erasedPhonePrefix}::text`, ({ column, people }) => {
    const aliasOf = (phone: SQL) => sql`(${JSON.stringify(people.aliases)}::jsonb ->> ${phone})`
    const meant = other === undefined ? [] : [sql`${aliasOf(other(people))},`]
    return sql`coalesce(${aliasOf(column)}, ${sql.join(meant)} ${Object.values(people.aliases)[0]}::text)`
  })

/** Empty where it matches: values that are unique, or copies that nobody needs. */
export const emptied: Treatment = ({ column, people }) => {
  const finds = hasPeople(sql`${column}::text`, people)
  return { finds, becomes: sql`case when ${finds} then null else ${column} end` }
}

/** Empty in the people's own rows. */
export const ownEmptied: Treatment = (at) => {
  const { column, isLinked } = at
  const elsewhere = emptied(at)
  return {
    finds: sql`(${isLinked} and ${column} is not null or ${elsewhere.finds})`,
    becomes: sql`case when ${isLinked} then null else ${elsewhere.becomes} end`,
  }
}

/** An id that others name: rows with the same id keep one. The salt is stored nowhere. */
export const ids: Treatment = ({ column, people }) => {
  const finds = hasPeople(column, people)
  return {
    finds,
    becomes: sql`case when ${finds} then ${erasedMark}::text || md5(${people.salt}::text || ${column}) else ${column} end`,
  }
}

/** Texts of a document: in own rows those by `keys` entirely, elsewhere what matches. */
export const documentOf =
  (keys: readonly string[]): Treatment =>
  ({ column, isLinked, people }) => {
    const becomes = sql`redact_json(${column}, ${patternOf(people)},
      case when ${isLinked} then ${sql.param([...keys])}::text[] else '{}' end)`
    return {
      finds: sql`((${isLinked} or ${hasPeople(sql`${column}::text`, people)}) and ${column} is distinct from ${becomes})`,
      becomes,
    }
  }

export const document = documentOf([])

/** Bytes as they came; letters beyond ASCII are not found, but phones are. */
export const bytes: Treatment = ({ column, people }) => ({
  finds: hasPeople(sql`encode(${column}, 'escape')`, people),
  becomes: sql`null`,
})

/** A list of texts. */
export const texts: Treatment = ({ column, people }) => ({
  finds: hasPeople(sql`array_to_string(${column}, ' ')`, people),
  becomes: sql`null`,
})
