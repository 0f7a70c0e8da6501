import { useAtom } from '@xstate/store-react'
import type { i18n } from 'i18next'
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Filters } from '../../domain/lib/filter.ts'
import { parseQuery, queryTerms, rewordQuery } from '../../domain/lib/query.ts'
import { useLoadedLanguages } from '../i18n/loaded-languages.ts'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import type { Completion, CompletionSource } from './completion.ts'
import type { FilterContext } from './filter-context.ts'
import type { References } from './references.ts'
import { canonicalQuery, type FilterWords, filterWords } from './vocabulary.ts'

/** Reads sentences, completes and corrects them; loaded when the filter box is first written in. */
export type FilterReader = typeof import('./sentence-reader.ts')

let here: FilterReader | null = null

const loadReader = async (): Promise<FilterReader> => {
  here ??= await importWithRetry(() => import('./sentence-reader.ts'))
  return here
}

type Reading = {
  reader: FilterReader | null
  /** One that does not come is not waited for: what is written is read as grammar alone. */
  isOnItsWay: boolean
}

/** The reader, asked for when it is first wanted. */
export const useReader = (isWanted: boolean): Reading => {
  const [reader, setReader] = useState(() => here)
  const [isMissing, setMissing] = useState(false)
  const [wasWanted, setWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWanted(true)
  useEffect(() => {
    if (!wasWanted || reader !== null) return
    setMissing(false)
    loadReader().then(
      (loaded) => setReader(() => loaded),
      () => setMissing(true),
    )
  }, [wasWanted, reader])
  return { reader, isOnItsWay: wasWanted && reader === null && !isMissing }
}

/** The words of a list's filters, made again when another language or a name arrives. */
export const useFilterWords = (
  resource: string,
  filters: Filters,
  references: References,
  country: CountryCode,
): { i18n: i18n; words: FilterWords } => {
  const { i18n } = useTranslation([resource, 'filter'])
  const languages = useLoadedLanguages(i18n, 'filter')
  const names = useAtom(references.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with languages and names, not with the instances.
  const words = useMemo(
    () => filterWords(i18n, resource, filters, references.known, country),
    [i18n.language, languages, names, resource, filters, references, country],
  )
  return { i18n, words }
}

/** Asks for the names behind the ids in a canonical query. */
export const learnNames = (query: string, filters: Filters, references: References): void => {
  for (const { name, value } of queryTerms(query)) {
    if (name === null || filters[name]?.kind !== 'reference') continue
    references.learn(
      name,
      value.split(',').filter((id) => isId.test(id)),
    )
  }
}

const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

export type FilterTextOptions = {
  resource: string
  filters: Filters
  /** As links carry it: canonical names and values. */
  query: string
  onQueryChange: (query: string) => void
  filterContext: FilterContext
  views: CompletionSource['views']
  input: RefObject<HTMLInputElement | null>
}

const pause = 150

/** The text of the filter box, its meaning and its completions. */
export const useFilterText = (options: FilterTextOptions) => {
  const { resource, filters, query, onQueryChange, filterContext, views, input } = options
  const { references, recents, country } = filterContext
  const { i18n, words } = useFilterWords(resource, filters, references, country)
  const reword = (text: string) => rewordQuery(filters, text, words.vocabulary, words)
  const [text, setText] = useState(() => reword(query))
  const [cursor, setCursor] = useState(text.length)
  const [isOpen, setOpen] = useState(false)

  const parse = (one: string) => parseQuery(filters, one, { now: new Date(0), vocabulary: words.vocabulary })
  const { reader, isOnItsWay } = useReader(isOpen || parse(query).problems.length > 0)
  const speak = useMemo(() => {
    if (reader === null) return () => null
    const { parseSentence, labelsOf, sentenceToQuery } = reader
    const labels = labelsOf([{ filters, words }])
    return (said: string) => {
      const sentence = parseSentence(said, { language: i18n.language, country, labels })
      return sentence && sentenceToQuery(sentence, filters, words, references)
    }
  }, [reader, filters, words, i18n.language, country, references])
  const meaning = (said: string): string => {
    const spoken = /\s/.test(said.trim()) ? speak(said) : null
    const isClear = spoken?.isSure && !spoken.isPending && spoken.unknown.length === 0
    return isClear ? spoken.query : canonicalQuery(filters, said, words)
  }
  const written = meaning(text)
  const { problems, where } = parse(written)

  // What was sent comes back as the query a moment later, when more may have been written: oldest first.
  const sent = useRef<string[]>([])
  const send = useEffectEvent((next: string) => {
    // What it has already does not come back.
    if (next !== query) sent.current.push(next)
    onQueryChange(next)
  })
  // A link, the palette, Back, a name or a language that arrives: the box follows, but never under the hands that write.
  const followed = useRef(query)
  const follow = useEffectEvent(() => {
    const isWriting = document.activeElement === input.current
    const isOther = followed.current !== query
    followed.current = query
    // A name or a language arrived while what was sent is still under way: the query is not the last word.
    if (!isOther && sent.current.length > 0) return
    if (isOther) sent.current = []
    if (isWriting && (!isOther || written === query)) return
    // What is still to be sent outlives the hands that went elsewhere, into the palette say.
    if (!isOther && written !== query) return
    setText(reword(query))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it follows.
  useEffect(() => {
    learnNames(query, filters, references)
    const echo = sent.current.lastIndexOf(query)
    if (echo >= 0) {
      sent.current.splice(0, echo + 1)
      followed.current = query
    } else follow()
  }, [query, filters, references, words])
  // What may be a sentence is not sent before it can be read as one.
  const isUnread = isOnItsWay && /\s/.test(text.trim())
  useEffect(() => {
    if (written === query || isUnread) return
    const timer = setTimeout(() => send(written), pause)
    return () => clearTimeout(timer)
  }, [written, query, isUnread])

  const source: CompletionSource = {
    i18n,
    resource,
    filters,
    words,
    references,
    speak,
    recents: recents.list(resource),
    views,
  }
  const completions = isOpen && reader !== null ? reader.complete(text, cursor, source) : []

  return {
    i18n,
    words,
    text,
    problems,
    /** Something of it was read: the list is filtered by that. */
    isPartlyRead: Object.keys(where).length > 0,
    completions,
    source,
    reader,
    /** Until its reader and the names that it asks for are here, it is not known what a key does to what is written. */
    isOnItsWay: isOnItsWay || (isOpen && reader?.isAsking(text, cursor, source) === true),
    open: () => {
      filterContext.loadWords()
      setOpen(true)
    },
    close: () => setOpen(false),
    moveCursor: setCursor,
    write: (next: string, at: number) => {
      setText(next)
      setCursor(at)
      setOpen(true)
    },
    take: ({ start, end, text: part }: Completion) => {
      setText(text.slice(0, start) + part + text.slice(end))
      setCursor(start + part.length)
    },
    /**
     * A sentence becomes what it means, a name that only one has its record; the list is asked at once. Answers for what.
     * With `other` that takes the place of what is written.
     */
    settle: (other?: string): string => {
      const settled = other ?? named(written, source)
      setText(reword(settled))
      if (settled !== query) sent.current.push(settled)
      onQueryChange(settled)
      setOpen(false)
      if (parseQuery(filters, settled, { now: new Date(0) }).problems.length === 0)
        recents.use(resource, settled)
      return settled
    },
  }
}

/** Names that were written without choosing among the completions. */
const named = (query: string, { filters, references, words }: CompletionSource): string => {
  const { problems } = parseQuery(filters, query, { now: new Date(0), vocabulary: words.vocabulary })
  let text = query
  for (const { token } of problems) {
    const colon = token.indexOf(':')
    const name = token.slice(0, colon)
    const value = token
      .slice(colon + 1)
      .replaceAll('"', '')
      .replaceAll('-', ' ')
    if (filters[name]?.kind !== 'reference' || value === '') continue
    const [only, ...others] = references?.find(name, value).options ?? []
    if (only && others.length === 0) text = text.replace(token, `${name}:${only.value}`)
  }
  return text
}
