import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Filters } from '../../domain/lib/filter.ts'
import { parseQuery, rewordQuery } from '../../domain/lib/query.ts'
import { TextInput } from '../ui/text-input.tsx'
import { type Completion, complete } from './complete.ts'
import { filterWords } from './vocabulary.ts'

export type FilterBarProps = {
  resource: string
  filters: Filters
  /** The query as links carry it: canonical names and values. */
  query: string
  onQueryChange: (query: string) => void
  /** Enter and Escape give the keyboard back to the list. */
  onLeave: () => void
  ref?: Ref<HTMLInputElement>
}

const canonical = { name: (name: string) => name, value: (_: string, value: string) => value }
const pause = 150

/** The filter box: speaks the grammar in the user's words, completes it, says what it could not read. */
export const FilterBar = ({ resource, filters, query, onQueryChange, onLeave, ref }: FilterBarProps) => {
  const { t, i18n } = useTranslation([resource, 'list'])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language, not with the instance.
  const words = useMemo(() => filterWords(i18n, resource, filters), [i18n.language, resource, filters])
  const [text, setText] = useState(() => rewordQuery(filters, query, words.vocabulary, words))
  const [cursor, setCursor] = useState(text.length)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const listId = useId()
  const written = rewordQuery(filters, text, words.vocabulary, canonical)

  // What was sent comes back as the query a moment later, when more may have been written: oldest first.
  const sent = useRef<string[]>([])
  const send = useEffectEvent((next: string) => {
    sent.current.push(next)
    onQueryChange(next)
  })
  // A link, the palette or Back changed the query: the box follows, but never under the hands that write it.
  useEffect(() => {
    const echo = sent.current.indexOf(query)
    if (echo >= 0) {
      sent.current.splice(0, echo + 1)
      return
    }
    setText((present) =>
      rewordQuery(filters, present, words.vocabulary, canonical) === query
        ? present
        : rewordQuery(filters, query, words.vocabulary, words),
    )
  }, [query, filters, words])
  useEffect(() => {
    if (written === query) return
    const timer = setTimeout(() => send(written), pause)
    return () => clearTimeout(timer)
  }, [written, query])

  const completions = isOpen ? complete(filters, text, cursor, words) : []
  const { problems } = parseQuery(filters, text, { now: new Date(0), vocabulary: words.vocabulary })

  const take = (completion: Completion) => {
    const next = text.slice(0, completion.start) + completion.text + text.slice(cursor)
    setText(next)
    setCursor(completion.start + completion.text.length)
    setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const chosen = completions[active]
    if (event.key === 'ArrowDown' && completions.length > 0) setActive((active + 1) % completions.length)
    else if (event.key === 'ArrowUp' && active >= 0) setActive(active - 1)
    else if (event.key === 'Tab' && completions.length > 0) take(chosen ?? completions[0]!)
    else if (event.key === 'Enter' && chosen) take(chosen)
    else if (event.key === 'Enter' || event.key === 'Escape') {
      onQueryChange(written)
      setOpen(false)
      onLeave()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative min-w-0 flex-1">
      <TextInput
        ref={ref}
        icon="filter"
        role="combobox"
        aria-label={t('list:filter')}
        aria-expanded={completions.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={completions[active] ? `${listId}-${active}` : undefined}
        aria-invalid={problems.length > 0 || undefined}
        placeholder={t('list:filterExample', {
          example: `${words.name('created')}:<7d`,
          value: 'abidjan',
        })}
        value={text}
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
          setCursor(event.target.selectionStart ?? event.target.value.length)
          setOpen(true)
          setActive(-1)
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? 0)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {problems.length > 0 && !isOpen && (
        <p
          role="status"
          className="absolute top-full left-0 z-20 mt-1 rounded-sm bg-warning-soft px-2 py-1 text-xs text-warning"
        >
          {t('list:filterUnread', { tokens: problems.map(({ token }) => token).join(', ') })}
        </p>
      )}
      {completions.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('list:suggestions')}
          className="absolute top-full left-0 z-30 mt-1 min-w-56 overflow-hidden rounded-lg bg-raised p-1 shadow-float"
        >
          {completions.map((completion, index) => (
            <div
              key={completion.label}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => {
                event.preventDefault()
                take(completion)
              }}
              className="flex h-7 items-center gap-3 rounded-md px-2 text-sm text-ink aria-selected:bg-selected"
            >
              <span className="flex-1 truncate">{completion.label}</span>
              <span className="text-xs text-ink-faint">{completion.hint}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
