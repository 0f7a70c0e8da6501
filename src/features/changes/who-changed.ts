import type { TFunction } from 'i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { Api } from '../../api/create-api.ts'
import { actionOf } from '../../resources/shared/change-actions.ts'
import { authorWords } from './author-words.ts'

type Asked = { resource: ResourceName; id: string; number: number }

type Reader = {
  api: Pick<Api, 'history'>
  t: TFunction
  language: string
  country: CountryCode
  /** The user, where only a change that somebody else made just now is of interest. */
  me?: string
  loadTexts: (namespaces: readonly string[]) => Promise<unknown>
}

/** A change before this is no news: the refusal has another reason. */
const RECENT_MS = 10 * 60_000

/**
 * `no. 10423: Confirmed · Awa Koné · 14:02`, the record's latest change; null if it may not be read, or is no news to `me`.
 */
export const describeLastChange = async (
  { resource, id, number }: Asked,
  { api, t, language, country, me, loadTexts }: Reader,
): Promise<string | null> => {
  const [{ items }] = await Promise.all([api.history(resource, id, { limit: 1 }), loadTexts(['history'])])
  const [last] = items
  if (last === undefined) return null
  const isNews = last.actor !== me && Date.now() - Date.parse(last.at) <= RECENT_MS
  if (me !== undefined && !isNews) return null
  const time = new Intl.DateTimeFormat(localeOf(language), {
    timeStyle: 'short',
    timeZone: countries[country].timeZone,
  })
  const what = t(`history:verb.${actionOf(last.verb)}`)
  const reason = [what, authorWords(t, last) ?? t('history:server'), time.format(new Date(last.at))].join(
    ' · ',
  )
  return t('changes:stayed', { number, reason })
}
