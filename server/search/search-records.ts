import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { type Scope, scopeOf } from '../../domain/access/permissions.ts'
import type { SearchHit } from '../../domain/changes.ts'
import { type ResourceName, resources } from '../../domain/resources.ts'
import type { Executor } from '../resources/engine/executor.ts'
import { correctWords } from './correct-words.ts'
import { hasPhone, hasWord, type Keyword, keywordCondition, readKeyword } from './keyword-condition.ts'
import { numbersBeginning, tierSql, typoTier } from './search-tiers.ts'

/** Of each resource at most this many matches are ranked, the newest: a word that half the records hold says little. */
const mostRanked = 300

export type SearchOptions = {
  resources: readonly ResourceName[]
  country: string | null
  limit: number
}

/**
 * The best records of several resources for what was typed, within the actor's reach: one statement, and two more
 * where too little was found and a word may be mistyped.
 */
export const searchRecords = async (
  db: Executor,
  actor: Actor,
  text: string,
  options: SearchOptions,
): Promise<SearchHit[]> => {
  const keyword = readKeyword(text)
  const found = await find(db, actor, options, searchCondition(keyword), tierSql(text, keyword))
  if (found.length >= options.limit || keyword.isNumberOnly) return found
  const forgiving = await forgivingCondition(db, keyword)
  if (forgiving === null) return found
  const near = await find(db, actor, options, forgiving, sql`${typoTier}`)
  const known = new Set(found.map((hit) => hit.id))
  return [...found, ...near.filter((hit) => !known.has(hit.id))].slice(0, options.limit)
}

/** While a number is being typed, those that begin with it are meant too. */
const searchCondition = (keyword: Keyword): SQL => {
  const begun = numbersBeginning('entry', keyword.number)
  return begun === null ? keywordCondition(keyword) : sql`(${keywordCondition(keyword)} or ${begun})`
}

/** Each word as typed or as it may have been meant; null where no word has another spelling. */
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
  { resources: names, country, limit }: SearchOptions,
  condition: SQL,
  tier: SQL,
): Promise<SearchHit[]> => {
  const perResource = names.map(
    (resource) => sql`(
      select found.*, ${statusOf[resource]} as status
      from (
        select ranked.*, ${tier} as rank from (
          select entry.* from search_entries entry
          where entry.resource = ${resource} and ${reach(actor, resource)}
            and ${isOfCountry(country, resource)} and ${condition}
          order by entry.number desc limit ${mostRanked}
        ) ranked
        order by rank, number desc limit ${limit}
      ) found)`,
  )
  const { rows } = await db.execute<Row>(sql`
    select resource, record_id, number, title, subtitle, status, rank
    from (${sql.join(perResource, sql` union all `)}) hits
    order by rank, array_position(${sql.param([...names])}::text[], resource), number desc limit ${limit}`)
  return rows.map(({ resource, record_id, number, title, subtitle, status, rank }) => ({
    resource,
    id: record_id,
    number: Number(number),
    title,
    subtitle,
    status,
    rank: Number(rank),
  }))
}

type Row = {
  resource: ResourceName
  record_id: string
  number: string
  title: string
  subtitle: string
  status: string | null
  rank: string | number
}

/** The status as it is at this moment: entries do not keep it, so that status changes never write them. */
const statusOf: Record<ResourceName, SQL> = {
  orders: sql`(select orders.status from orders where orders.id = found.record_id)`,
  shippings: sql`(select shippings.status from shippings where shippings.id = found.record_id)`,
  expeditions: sql`(select expeditions.status from expeditions where expeditions.id = found.record_id)`,
  requests: sql`(select requests.status from requests where requests.id = found.record_id)`,
  invoices: sql`(select invoices.status from invoices where invoices.id = found.record_id)`,
  products: sql`null::text`,
  affiliates: sql`null::text`,
  packages: sql`null::text`,
  users: sql`null::text`,
}

/** The same in every country: found from whichever is selected. */
const worldwide: readonly ResourceName[] = ['packages']

const isOfCountry = (country: string | null, resource: ResourceName): SQL =>
  country === null || worldwide.includes(resource) ? sql`true` : sql`entry.country = ${country}`

/** As far as the actor may open records: a seller finds every offer of the store. */
const reach = (actor: Actor, resource: ResourceName): SQL => {
  const conditions: Record<Scope, SQL> = {
    all: sql`true`,
    country: sql`entry.country = ${actor.country}`,
    own: sql`entry.owner = ${actor.id}`,
    assigned: sql`exists (select 1 from shippings
      where shippings.id = entry.record_id and shippings.delivery = ${actor.id})`,
  }
  const scope = scopeOf(actor.role, resources[resource].verbs.view)
  return scope === null ? sql`false` : conditions[scope]
}
