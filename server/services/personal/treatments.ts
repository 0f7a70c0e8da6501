import { type SQL, sql } from 'drizzle-orm'
import { erasedMark, erasedPhonePrefix } from '../../../domain/customers/erased.ts'
import type { Patterns } from './spellings.ts'

/** Whose rows: `orders`, `parcels`, `blocks` and `events` that wait to be worked on by id, `phones` in E.164. */
export type Whose = {
  phones: readonly string[]
  orders: readonly string[]
  parcels: readonly string[]
  blocks: readonly string[]
  events: readonly string[]
}

/**
 * One or several people with the spellings of their phones, and names that nobody else has. `aliases` replace the phones: the orders of one
 * person stay together. `salt`: of the ids that have a phone.
 */
export type People = Whose & Patterns & { aliases: Readonly<Record<string, string>>; salt: string }

type At = { column: SQL; isLinked: SQL; people: People }

/** `read`: the text of a value that is searched, null if none is. `treat`: when it has something of the people, and what stands there afterwards. */
export type Treatment = {
  read: ((column: SQL) => SQL) | null
  treat: (at: At) => { finds: SQL; becomes: SQL }
}

const asText = (column: SQL): SQL => sql`${column}::text`

const mark = sql`${erasedMark}::text`
const patternOf = ({ pattern }: People): SQL => sql`${pattern}::text`

/** Whether a text has something of the people. PostgreSQL looks around each character for `pattern`, so `likely` goes before it. */
export const hasPeople = (text: SQL, { likely, pattern }: Patterns): SQL =>
  sql`coalesce(${text} ~* ${likely}::text and ${text} ~* ${pattern}::text, false)`

/** Free text: only what matches. */
export const text: Treatment = {
  read: asText,
  treat: ({ column, people }) => ({
    finds: hasPeople(column, people),
    becomes: sql`redact_text(${column}, ${patternOf(people)})`,
  }),
}

/** A text about the people in their own rows; free text in others. */
const own = (prefix: SQL, of: (at: At) => SQL): Treatment => ({
  read: asText,
  treat: (at) => {
    const { column, isLinked } = at
    const elsewhere = text.treat(at)
    return {
      finds: sql`(${isLinked} and ${column} is not null and not starts_with(${column}, ${prefix}) or ${elsewhere.finds})`,
      becomes: sql`case when ${isLinked} and ${column} is not null then ${of(at)} else ${elsewhere.becomes} end`,
    }
  },
})

export const ownText = own(mark, () => mark)

/**
 * The alias of the phone. `other`: the phone that is meant where the column has none of theirs, as an event of a shop whose order was
 * corrected afterwards.
 */
export const ownPhone = (other?: (whose: Whose) => SQL): Treatment =>
  own(sql`${erasedPhonePrefix}::text`, ({ column, people }) => {
    const aliasOf = (phone: SQL) => sql`(${JSON.stringify(people.aliases)}::jsonb ->> ${phone})`
    const meant = other === undefined ? [] : [sql`${aliasOf(other(people))},`]
    return sql`coalesce(${aliasOf(column)}, ${sql.join(meant)} ${Object.values(people.aliases)[0]}::text)`
  })

/** Empty where it matches: values that are unique, or copies that nobody needs. */
export const emptied: Treatment = {
  read: asText,
  treat: ({ column, people }) => {
    const finds = hasPeople(asText(column), people)
    return { finds, becomes: sql`case when ${finds} then null else ${column} end` }
  },
}

/** Empty in the people's own rows. */
export const ownEmptied: Treatment = {
  read: asText,
  treat: (at) => {
    const { column, isLinked } = at
    const elsewhere = emptied.treat(at)
    return {
      finds: sql`(${isLinked} and ${column} is not null or ${elsewhere.finds})`,
      becomes: sql`case when ${isLinked} then null else ${elsewhere.becomes} end`,
    }
  },
}

/** An id that others name: rows with the same id keep one. The salt is stored nowhere. */
export const ids: Treatment = {
  read: asText,
  treat: ({ column, people }) => {
    const finds = hasPeople(column, people)
    return {
      finds,
      becomes: sql`case when ${finds} then ${mark} || md5(${people.salt}::text || ${column}) else ${column} end`,
    }
  },
}

/** Texts of a document: in own rows those by `keys` entirely, elsewhere what matches. */
export const documentOf = (keys: readonly string[]): Treatment => ({
  read: asText,
  treat: ({ column, isLinked, people }) => {
    const becomes = sql`redact_json(${column}, ${patternOf(people)},
      case when ${isLinked} then ${sql.param([...keys])}::text[] else '{}' end)`
    return {
      finds: sql`((${isLinked} or ${hasPeople(asText(column), people)}) and ${column} is distinct from ${becomes})`,
      becomes,
    }
  },
})

export const document = documentOf([])

/** Goes where `read` has something of the people. */
const removed = (read: (column: SQL) => SQL): Treatment => ({
  read,
  treat: ({ column, people }) => ({ finds: hasPeople(read(column), people), becomes: sql`null` }),
})

/** Bytes as they came; letters beyond ASCII are not found, but phones are. */
export const bytes = removed((column) => sql`encode(${column}, 'escape')`)

/** A list of texts. */
export const texts = removed((column) => sql`array_to_string(${column}, ' ')`)

/** Not searched. */
export const unread: Treatment = { read: null, treat: () => ({ finds: sql`false`, becomes: sql`null` }) }
