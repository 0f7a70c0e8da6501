import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filters } from '../../domain/lib/filter.ts'
import { bufferKeys } from '../keyboard/key-buffer.tsx'
import { useScanTarget } from '../keyboard/scan-targets.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { useInputPopover } from '../ui/floating/use-input-popover.ts'
import type { Completion, CompletionSource } from './completion.ts'
import type { FilterContext } from './filter-context.ts'
import type { CountQuery } from './parts-found.tsx'
import { useFilterText } from './use-filter-text.ts'
import type { FilterWords } from './vocabulary.ts'

export type FilterBarProps = {
  resource: string
  filters: Filters
  /** Canonical query, as in links. */
  query: string
  onQueryChange: (query: string) => void
  /** Enter and Escape return focus to the list, which loads this query; null if it need not. */
  onLeave: (query: string | null) => void
  filterContext: FilterContext
  /** Completions of an empty box besides recent filters. */
  views: CompletionSource['views']
  /** The list has no rows. */
  isEmpty: boolean
  /** Counts what each part of a query finds by itself. */
  count: CountQuery
  ref?: Ref<HTMLInputElement | null>
}

/**
 * The filter box: accepts the grammar in the user's language and sentences, completes both, and reports what it could not read.
 */
export const FilterBar = ({ onLeave, count, ref, ...options }: FilterBarProps) => {
  const { t } = useTranslation(['list', 'filter'])
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  const filter = useFilterText({ ...options, input })
  const [active, setActive] = useState(-1)
  const listId = useId()
  const { text, completions, problems, isPartlyRead, words, reader, isOnItsWay } = filter
  const isListShown = reader !== null && completions.length > 0
  const { refs, floatingStyles } = useInputPopover({ open: isListShown, width: 'atMost' })
  const buffer = useRef<ReturnType<typeof bufferKeys>>(null)
  useEffect(() => {
    if (isOnItsWay) return
    buffer.current?.replay()
    buffer.current = null
  }, [isOnItsWay])

  const take = (completion: Completion) => {
    filter.take(completion)
    setActive(-1)
  }
  const leave = ({ isAwaited = true, other }: { isAwaited?: boolean; other?: string } = {}) => {
    buffer.current = null
    const query = filter.settle(other)
    setActive(-1)
    onLeave(isAwaited ? query : null)
  }
  useScanTarget({
    isFocused: () => document.activeElement === input.current,
    take: ({ resource, number }) => {
      if (resource !== options.resource) return false
      leave({ other: String(number) })
      return true
    },
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (isOnItsWay && text.trim() !== '' && asksReader.includes(event.key)) {
      event.preventDefault()
      event.stopPropagation()
      // Names may load slowly: Escape does not wait.
      if (buffer.current === null)
        buffer.current = bufferKeys({ first: event.nativeEvent, onEscape: () => leave({ isAwaited: false }) })
      else buffer.current.push(event.nativeEvent)
      return
    }
    const chosen = completions[active]
    // Tab leaves an empty box.
    const first = text.trim() === '' ? undefined : completions[0]
    const next = chosen ?? first
    if (event.key === 'ArrowDown' && completions.length > 0) setActive((active + 1) % completions.length)
    else if (event.key === 'ArrowUp' && active >= 0) setActive(active - 1)
    else if (event.key === 'Tab' && !event.shiftKey && next) take(next)
    else if (event.key === 'Enter' && chosen) take(chosen)
    else if (event.key === 'Enter' || event.key === 'Escape') leave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={refs.setReference} className="min-w-0 flex-1">
      <TextInput
        ref={input}
        icon="filter"
        role="combobox"
        aria-label={t('list:filter')}
        aria-expanded={isListShown}
        aria-controls={isListShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={completions[active] ? `${listId}-${active}` : undefined}
        aria-invalid={problems.length > 0 || undefined}
        placeholder={t('list:filterExample', {
          example: `${words.name('created')}:${words.value('created', '<7d')}`,
          value: exampleOf(options.filters, words),
        })}
        value={text}
        spellCheck={false}
        onFocus={filter.open}
        onChange={({ target }) => {
          filter.write(target.value, target.selectionStart ?? target.value.length)
          setActive(-1)
        }}
        onSelect={(event) => filter.moveCursor(event.currentTarget.selectionStart ?? 0)}
        onKeyDown={onKeyDown}
        onBlur={filter.close}
      />
      {problems.length > 0 && completions.length === 0 && (
        <div role="status" className="mt-1 rounded-md bg-warning-soft px-2.5 py-1.5 text-sm text-warning">
          <p className="font-medium">
            {t(isPartlyRead ? 'list:filterPartlyApplied' : 'list:filterNotApplied')}
          </p>
          <ul>
            {problems.map(({ token }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same may be written twice, and none of them moves.
              <li key={index}>{unread(token, filter, t)}</li>
            ))}
          </ul>
        </div>
      )}
      {options.isEmpty && reader !== null && problems.length === 0 && options.query !== '' && (
        <reader.PartsFound
          query={options.query}
          meant={filter.meant}
          isSettled={filter.isSettled}
          source={filter.source}
          count={count}
          onTake={(other) => leave({ other })}
        />
      )}
      {isListShown && (
        <div ref={refs.setFloating} style={floatingStyles} className="z-30 w-max min-w-56">
          <reader.CompletionList id={listId} completions={completions} active={active} onTake={take} />
        </div>
      )}
    </div>
  )
}

/** Keys whose effect depends on the loaded reader. */
const asksReader = ['ArrowDown', 'Tab', 'Enter']

/** Message about an unreadable term, with a correction. */
const unread = (
  token: string,
  { source, reader }: ReturnType<typeof useFilterText>,
  t: (key: string, values: Record<string, string>) => string,
): string => {
  const meant = reader === null ? null : reader.correctionOf(token, source)
  const sentence = t('list:filterUnread', { tokens: wordsOf(token, source.words) })
  return meant === null ? sentence : `${sentence}. ${t('filter:didYouMean', { text: meant })}`
}

/** Replaces a canonical name by the user's word. */
const wordsOf = (token: string, words: FilterWords): string => {
  const colon = token.indexOf(':')
  return colon < 0 ? token : `${words.name(token.slice(0, colon))}${token.slice(colon)}`
}

/** Example for the placeholder: a status or role of this list. */
const exampleOf = (filters: Filters, words: FilterWords): string => {
  const choice = Object.entries(filters).find(([name, { kind }]) => kind === 'choice' && name !== 'country')
  if (choice === undefined) return `${words.name('created')}:${words.value('created', '>3d')}`
  const [name, filter] = choice
  return `${words.name(name)}:${words.value(name, filter.kind === 'choice' ? (filter.values[0] ?? '') : '')}`
}
