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
import type { SentenceQuery } from './sentence-to-query.ts'
import { canonicalQuery, type FilterWords, filterWords } from './vocabulary.ts'

/** Parser, completion and correction; loaded when the box is first used. */
export type FilterReader = typeof import('./sentence-reader.ts')

let here: FilterReader | null = null

const loadReader = async (): Promise<FilterReader> => {
  here ??= await importWithRetry(() => import('./sentence-reader.ts'))
  return here
}

type Reading = {
  reader: FilterReader | null
  /** False if loading failed: then the text is parsed as grammar only. */
  isOnItsWay: boolean
}

/** The lazily loaded parser. */
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

/** Words of a list's filters; recomputed when a language or name arrives. */
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

/** Loads the names of ids in a canonical query. */
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
  /** Canonical. */
  query: string
  onQueryChange: (query: string) => void
  filterContext: FilterContext
  views: CompletionSource['views']
  input: RefObject<HTMLInputElement | null>
  /** The list has no rows. */
  isEmpty: boolean
}

const pause = 150

/** Text of the filter box, its query and completions. */
export const useFilterText = (options: FilterTextOptions) => {
  const { resource, filters, query, onQueryChange, filterContext, views, input, isEmpty } = options
  const { references, recents, country } = filterContext
  const { i18n, words } = useFilterWords(resource, filters, references, country)
  const reword = (text: string) => rewordQuery(filters, text, words.vocabulary, words)
  const [text, setText] = useState(() => reword(query))
  const [cursor, setCursor] = useState(text.length)
  const [isOpen, setOpen] = useState(false)
  const [entered, setEntered] = useState<string | null>(null)

  const parse = (one: string) => parseQuery(filters, one, { now: new Date(0), vocabulary: words.vocabulary })
  const { reader, isOnItsWay } = useReader(isOpen || isEmpty || parse(query).problems.length > 0)
  const [speak, speakOfName] = useMemo(() => {
    if (reader === null) return [silent, silent] as const
    const { parseSentence, parsePossibleSentence, labelsOf, sentenceToQuery, withCouriers } = reader
    const labels = labelsOf([{ filters, words }])
    const as = (parse: typeof parseSentence) => (said: string) => {
      const sentence = parse(said, { language: i18n.language, country, labels })
      return (
        sentence && sentenceToQuery(withCouriers(sentence, filters, references), filters, words, references)
      )
    }
    return [as(parseSentence), as(parsePossibleSentence)] as const
  }, [reader, filters, words, i18n.language, country, references])
  // Words that the sentence leaves over are searched, as beside a filter.
  const meaning = (said: string): string =>
    (/\s/.test(said.trim()) ? clearQuery(speak(said)) : null) ?? canonicalQuery(filters, said, words)
  const written = meaning(text)
  const { problems, where } = parse(written)
  /** The name of a filter has just been typed: its value comes next. */
  const isAwaitingValue = isOpen && cursor === text.length && text.endsWith(':')

  // Queries sent, oldest first: each comes back as `query` later, when more may have been typed.
  const sent = useRef<string[]>([])
  const send = useEffectEvent((next: string) => {
    // An unchanged query does not come back.
    if (next !== query) sent.current.push(next)
    onQueryChange(next)
  })
  // The box follows links, palette, Back and newly loaded names, but never while the user types.
  const followed = useRef(query)
  const follow = useEffectEvent(() => {
    const isWriting = document.activeElement === input.current
    const isOther = followed.current !== query
    followed.current = query
    // A name or language arrived before the sent query came back: `query` is outdated.
    if (!isOther && sent.current.length > 0) return
    if (isOther) sent.current = []
    if (isWriting && (!isOther || written === query)) return
    // Text not sent yet is kept when focus leaves, e.g. to the palette.
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
  // A possible sentence is not sent before the parser has loaded.
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
    problems: isAwaitingValue
      ? problems.filter(({ token, code }) => code !== 'NOT_A_VALUE' || !token.endsWith(':'))
      : problems,
    /** The query as a sentence, if it is searched as a text: a name may be meant. */
    meant:
      isEmpty && queryTerms(query).every(({ name }) => name === null) ? clearQuery(speakOfName(query)) : null,
    /** Enter was pressed on the query shown. */
    isSettled: entered === query,
    /** Partly read: the list is filtered by that part. */
    isPartlyRead: Object.keys(where).length > 0,
    completions,
    source,
    reader,
    /** Until parser and names have loaded, the effect of a key is unknown. */
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
     * Converts a sentence to its query and unique names to ids, and loads the list. Returns the query. `other` replaces the
     * typed text.
     */
    settle: (other?: string): string => {
      const settled = other ?? named(written, source)
      setText(reword(settled))
      if (settled !== query) sent.current.push(settled)
      onQueryChange(settled)
      setOpen(false)
      setEntered(settled)
      if (parseQuery(filters, settled, { now: new Date(0) }).problems.length === 0)
        recents.use(resource, settled)
      return settled
    },
  }
}

const silent = (_said: string): SentenceQuery | null => null

const clearQuery = (spoken: SentenceQuery | null): string | null =>
  spoken === null || spoken.query === '' || spoken.isPending || spoken.unknown.length > 0
    ? null
    : spoken.query

/** Resolves names written without choosing a completion. */
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
