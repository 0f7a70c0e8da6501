import { type SQL, sql } from 'drizzle-orm'
import { type Actor, actorScope, onlyCountryOf } from '../../domain/access/actor.ts'
import type { Scope } from '../../domain/access/permissions.ts'
import type { SearchHit } from '../../domain/changes/changes.ts'
import { fold } from '../../domain/lib/fold.ts'
import { type ResourceName, resourceNames, resources } from '../../domain/resources.ts'
import type { Executor } from '../db/drizzle.ts'
import {
  type ByOtherNumber,
  byOtherNumber,
  codeConditions,
  hasKey,
  hasPhone,
  hasWord,
  indexedCondition,
  type Keyword,
  keywordCondition,
  readKeyword,
  searchKeysOf,
} from '../search/keyword-condition.ts'
import { correctWords, type EntrySample } from '../search/search-index.ts'
import { soonestTrigrams } from '../search/soonest-trigrams.ts'
import { manifestStatus } from './manifests.ts'

/** Tier of typo-corrected matches: below all others. */
export const typoTier = 7

/**
 * Tier of a match in `ranked`, 0 best: number or scan code; exact phone, reference, e-mail or code, or `other` number; title equal to, then
 * starting with the text; words of the title, then any words starting so; parts of words.
 */
export const tierSql = (text: string, keyword: Keyword, other: ByOtherNumber | null = null): SQL => {
  const folded = fold(text)
  const begun = numbersBeginning('ranked', keyword.number)
  const cases = [
    ...(keyword.number === null ? [] : [sql`when ranked.number = ${keyword.number} then 0`]),
    ...codeConditions('ranked', keyword.exact).map((isCoded) => sql`when ${isCoded} then 0`),
    ...(other === null
      ? []
      : [sql`when ranked.resource = ${other.resource} and ranked.record_id = ${other.of} then 1`]),
    ...(keyword.exact.phones.length === 0
      ? []
      : [sql`when ${hasKey('ranked', keyword.exact.phones)} then 1`]),
    ...(folded === ''
      ? []
      : [sql`when ranked.keys[1] = ${folded} then 2`, sql`when ${hasKey('ranked', [folded])} then 1`]),
    ...wholePhones(keyword).map((digits) => sql`when ranked.digits like ${`%${digits}`} then 1`),
    ...(folded === '' ? [] : [sql`when ranked.text || ' ' like ${` ${folded} %`} then 2`]),
    ...(folded === '' ? [] : [sql`when ranked.text like ${` ${folded}%`} then 3`]),
    ...(begun === null ? [] : [sql`when ${begun} then 3`]),
    ...(keyword.words.length === 0
      ? []
      : [
          sql`when ${allBegin(titleText, keyword.words)} then 4`,
          sql`when ${allBegin(sql`ranked.text`, keyword.words)} then 5`,
        ]),
  ]
  return cases.length === 0 ? sql`6` : sql`case ${sql.join(cases, sql` `)} else 6 end`
}

/** The title, folded: prefix of the text after its leading space. */
const titleText = sql`left(ranked.text, char_length(ranked.title) + 1)`

const allBegin = (text: SQL, words: readonly string[]): SQL =>
  sql.join(
    words.map((word) => sql`${text} like ${`% ${word}%`}`),
    sql` and `,
  )

const wholePhones = ({ phones }: Keyword): string[] =>
  phones.map(({ words }) => words.join('').replace(/^0+(?=[1-9])/, '')).filter((digits) => digits.length >= 8)

/** Record numbers that start with the typed digits, up to three longer, as index ranges. */
export const numbersBeginning = (table: 'entry' | 'ranked', typed: number | null): SQL | null => {
  if (typed === null || typed < 10 || typed > 1e9) return null
  const column = sql.raw(`${table}.number`)
  const ranges = [10, 100, 1_000].map(
    (factor) => sql`${column} between ${typed * factor} and ${(typed + 1) * factor - 1}`,
  )
  return sql`(${sql.join(ranges, sql` or `)})`
}

/** Maximum matches ranked per resource, newest first. */
const mostRanked = 300

export type SearchOptions = {
  resources: readonly ResourceName[]
  country: string | null
  limit: number
  /** Sample for choosing between the index and a scan. */
  sample?: EntrySample | null
}

/**
 * The best records of several resources in the actor's scope: one statement, and two more for typo correction if too few were
 * found.
 */
export const searchRecords = async (
  db: Executor,
  actor: Actor,
  text: string,
  options: SearchOptions,
): Promise<SearchHit[]> => {
  const keyword = readKeyword(text)
  const { sample } = options
  const found = await find(db, actor, options, {
    condition: searchCondition(keyword, keywordCondition(keyword)),
    indexed: searchCondition(
      keyword,
      indexedCondition(keyword, sample ? soonestTrigrams(keyword.words, sample.ofTrigram) : undefined),
    ),
    exact: exactMatches(actor, options, keyword),
    tier: tierSql(text, keyword, byOtherNumber(actor, keyword)),
    isRare: isRare(keyword) || (sample != null && isRareIn(sample, keyword)),
  })
  if (found.length >= options.limit || keyword.isNumberOnly) return found
  const forgiving = await forgivingCondition(db, keyword)
  if (forgiving === null) return found
  const near = await find(db, actor, options, {
    condition: forgiving,
    indexed: forgiving,
    exact: nothing,
    tier: sql`${typoTier}`,
    isRare: isRare(keyword),
  })
  const known = new Set(found.map((hit) => hit.id))
  return [...found, ...near.filter((hit) => !known.has(hit.id))].slice(0, options.limit)
}

/** `indexed`: `condition` in the form for the index; `exact`: entries identified by the text. */
type Asked = { condition: SQL; indexed: SQL; exact: SQL; tier: SQL; isRare: boolean }

const nothing = sql`select entry.* from search_entries entry where false`

/**
 * Records identified by the text, in all countries of the scope. Each identifier uses its own index, independent of the limit
 * on partial matches.
 */
const exactMatches = (actor: Actor, { resources: names }: SearchOptions, keyword: Keyword): SQL => {
  const { number, exact } = keyword
  const keys = searchKeysOf(keyword)
  const other = byOtherNumber(actor, keyword)
  const ways = [
    ...(number === null ? [] : [sql`entry.number = ${number}`]),
    ...codeConditions('entry', exact),
    ...(keys.length === 0 ? [] : [hasKey('entry', keys)]),
    ...(other === null ? [] : [sql`entry.resource = ${other.resource} and entry.record_id = ${other.of}`]),
  ].map(
    (way) =>
      sql`select entry.* from search_entries entry where ${isOf(names)} and ${reach(actor, names)} and ${way}`,
  )
  return ways.length === 0 ? nothing : sql.join(ways, sql` union `)
}

/** A number, or enough digits of a phone to be rare. */
const isRare = ({ isNumberOnly, phones }: Keyword): boolean =>
  isNumberOnly || phones.some(({ words }) => words.join('').length >= rareDigits)

const rareDigits = 7

/** Rarer than what a scan of the newest entries would find. */
const isRareIn = (sample: EntrySample, { words, number }: Keyword): boolean =>
  words.length > 0 && number === null && sample.ofWords(words) <= rareShare

const rareShare = 0.001

/** Numbers that start with the typed digits match too. */
const searchCondition = ({ number }: Keyword, condition: SQL): SQL => {
  const begun = numbersBeginning('entry', number)
  return begun === null ? condition : sql`(${condition} or ${begun})`
}

/** Each word as typed or corrected; null if no word has a correction. */
const forgivingCondition = async (db: Executor, { words, phones }: Keyword): Promise<SQL | null> => {
  const meant = await correctWords(db, words)
  if (![...meant.values()].some((spellings) => spellings.length > 0)) return null
  const conditions = words.map((word) => {
    const spellings = [
      hasWord(word),
      ...(meant.get(word) ?? []).map((other) => sql`entry.text like ${`% ${other}%`}`),
    ]
    return sql`(${sql.join(spellings, sql` or `)})`
  })
  return sql.join([...conditions, ...phones.map(hasPhone)], sql` and `)
}

const find = async (
  db: Executor,
  actor: Actor,
  options: SearchOptions,
  { condition, indexed, exact, tier, isRare }: Asked,
): Promise<SearchHit[]> => {
  const { resources: names, country, limit } = options
  const asked = sql`unnest(${sql.param([...names])}::text[]) with ordinality as asked (resource, place)`
  const within = sql`${reach(actor, names)} and ${isOfCountry('entry', country)}`
  const mayBe = sql`${within} and ${condition}`
  const mayBeIndexed = sql`${within} and ${indexed}`
  const { rows } = await db.execute<Row>(sql`
    with exact as materialized (${exact}),
    ${isRare ? rareMatches(asked, mayBeIndexed) : metMatches(asked, { mayBe, mayBeIndexed }, limit)}
    select resource, record_id, number, title, subtitle, ${statusSql} as status, rank, digits
    from (
      select ranked.*, place, ${tier} as rank
      from (
        select exact.*, not ${isOfCountry('exact', country)} as is_elsewhere, false as is_part,
          row_number() over (partition by resource order by ${isOfCountry('exact', country)} desc, number desc) as age
        from exact
        union all
        select matches.*, false, true, row_number() over (partition by resource order by number desc)
        from matches where (resource, record_id) not in (select resource, record_id from exact)
      ) ranked join ${asked} using (resource)
      where age <= ${mostRanked} order by rank, is_part, is_elsewhere, place, number desc limit ${limit}
    ) found order by rank, is_part, is_elsewhere, place, number desc`)
  return rows.map(({ resource, record_id, number, title, subtitle, status, rank, digits }) => ({
    resource,
    id: record_id,
    number: Number(number),
    title,
    subtitle,
    status,
    rank: Number(rank),
    customerPhone: ofCustomers.includes(resource) && digits !== '' ? `+${digits}` : null,
  }))
}

/** For rare words the indexes alone suffice. */
const rareMatches = (asked: SQL, mayBeIndexed: SQL): SQL => sql`
  matches as (
    select entry.* from search_entries entry
    where entry.resource = any(array(select resource from ${asked})) and ${mayBeIndexed})`

/**
 * Matching entries, newest per resource. Frequent words are found quickly by scanning back from the newest, and are the worst
 * case of the trigram index, which fetches all matches first. So a bounded scan runs first, and the index only for resources
 * where it found too few and did not reach the end. A small sample stops the scan early if it will not find enough.
 */
const metMatches = (
  asked: SQL,
  { mayBe, mayBeIndexed }: Record<'mayBe' | 'mayBeIndexed', SQL>,
  limit: number,
): SQL => sql`
  begun as materialized (
    select asked.resource, (select search_entries.number from search_entries
      where search_entries.resource = asked.resource order by search_entries.number desc limit 1) as newest
    from ${asked}
  ), sized as materialized (
    select asked.resource, asked.newest, ${hasMoreThan(wayBack)} as is_large from begun asked
  ), glanced as materialized (
    select entry.* from sized asked cross join lateral (
      select entry.* from (${newest(glance)}) entry where asked.is_large and ${mayBe}
    ) entry
  ), asked as materialized (
    select resource, newest, is_large, is_large and
      (select count(*) from glanced where glanced.resource = sized.resource) < ${fewestGlanced} as is_rare
    from sized
  ), met as materialized (
    select entry.* from asked cross join lateral (
      select entry.* from (${newest(wayBack)}) entry where not asked.is_rare and ${mayBe} limit ${mostRanked}
    ) entry
  ), short as materialized (
    select asked.resource from asked where asked.is_large and
      (select count(*) from met where met.resource = asked.resource) < ${Math.max(enoughMet, limit)}
  ), matches as (
    select * from met where resource not in (select resource from short)
    union all
    select entry.* from search_entries entry
    where (select count(*) from short) > 0 and entry.resource = any(array(select resource from short)) and ${mayBeIndexed})`

/** Entries of `asked.resource` from the newest committed one: skipping an import's uncommitted entries happens once. */
const goneBack = sql`
  search_entries.resource = asked.resource and search_entries.number <= asked.newest order by search_entries.number desc`

const newest = (count: number): SQL => sql`select * from search_entries where ${goneBack} limit ${count}`

const hasMoreThan = (count: number): SQL =>
  sql`exists (select 1 from search_entries where ${goneBack} offset ${count} limit 1)`

/** Maximum entries scanned: a few milliseconds. Less frequent words use the index. */
const wayBack = 5_000
const enoughMet = 25
/** Sample size that estimates whether a scan will find enough. */
const glance = 1_000
const fewestGlanced = (enoughMet * glance) / wayBack

type Row = {
  resource: ResourceName
  record_id: string
  number: string
  title: string
  subtitle: string
  status: string | null
  rank: string | number
  digits: string
}

/** Resources with a customer's phone. */
const ofCustomers = resourceNames.filter((name) => Object.hasOwn(resources[name].shapes, 'customerPhone'))

/** Current status: not stored in entries, so that status changes do not write them. */
const statusSql = sql`case resource ${sql.join(
  resourceNames
    .filter((name) => Object.hasOwn(resources[name].shapes, 'status'))
    .map((name) => {
      const own = sql`(select record.status from ${sql.identifier(name)} record where record.id = record_id)`
      return sql`when ${name}::text then ${name === 'manifests' ? manifestStatus('record_id') : own}`
    }),
  sql` `,
)} end`

/** Resources without country are found in every country. */
const worldwide = resourceNames.filter((name) => !resources[name].hasCountry)

const isOf = (names: readonly ResourceName[]): SQL =>
  sql`entry.resource = any(${sql.param([...names])}::text[])`

const isOfCountry = (table: 'entry' | 'exact', country: string | null): SQL => {
  const of = sql.raw(table)
  return country === null
    ? sql`true`
    : sql`(${of}.country = ${country} or ${of}.resource = any(${sql.param([...worldwide])}::text[]))`
}

/** Scope for opening records: sellers find all offers of the store. */
const reach = (actor: Actor, names: readonly ResourceName[]): SQL => {
  const conditions: Record<Scope, SQL> = {
    all: sql`true`,
    country: sql`entry.country = ${actor.country}`,
    own: sql`entry.owner = ${actor.id}`,
    assigned: sql`(exists (select 1 from shippings
      where shippings.id = entry.record_id and shippings.delivery = ${actor.id})
      or exists (select 1 from manifests
        where manifests.id = entry.record_id and manifests.delivery = ${actor.id}))`,
  }
  const parts = (Object.keys(conditions) as Scope[]).flatMap((scope) => {
    const reached = names.filter((name) => actorScope(actor, resources[name].verbs.view) === scope)
    return reached.length === 0 ? [] : [sql`(${isOf(reached)} and ${conditions[scope]})`]
  })
  const reached = parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
  const only = onlyCountryOf(actor)
  return only === null ? reached : sql`(${reached} and entry.country = ${only})`
}
