import { useEffect, useMemo, useRef, useState } from 'react'
import type { CountryCode } from '../../domain/core/countries.ts'
import { useScanTarget } from '../keyboard/scan-targets.tsx'
import { Combobox, type ComboboxHandle } from '../ui/fields/combobox.tsx'
import { type ComboboxOption, useFactWords } from '../ui/fields/combobox-option.ts'
import type { Choice } from './form-model.ts'

type ReferenceControlProps = {
  choice: Choice | undefined
  country: CountryCode
  /** With the label of the choice. */
  onChange: (id: string, words: string) => void
}

/** Control of a reference: searches while typing. */
export const ReferenceControl = ({ choice, country, onChange }: ReferenceControlProps) => {
  const [chosen, setChosen] = useState<ComboboxOption | null>(choice?.chosen ?? null)
  const words = useFactWords()
  const [query, setQuery] = useState<string | null>(null)
  const find = choice?.search
  const search = useMemo(
    () => find && ((text: string, signal: AbortSignal) => find(text, country, signal)),
    [find, country],
  )
  const { options, isLoading } = useLookup(query, search)
  const box = useRef<ComboboxHandle>(null)
  useScanTarget({
    isFocused: () => box.current?.isFocused() ?? false,
    take: async (hit) => {
      const option = (await choice?.scanned?.(hit, country)) ?? null
      if (option !== null) box.current?.choose(option)
      return option !== null
    },
  })

  return (
    <>
      <Combobox
        handle={box}
        value={chosen}
        options={options}
        loading={isLoading}
        onQueryChange={setQuery}
        onValueChange={(option) => {
          setChosen(option)
          onChange(option?.value ?? '', option?.label ?? '')
        }}
      />
      {chosen?.facts && <p className="figures text-xs text-ink-muted">{words(chosen.facts)}</p>}
    </>
  )
}

/** Must be stable across renders: a new function searches again. */
export type OptionSearch = (text: string, signal: AbortSignal) => Promise<ComboboxOption[]>

const pause = 120

/** Results of a search while typing; answers to older texts are dropped. Null: nothing typed yet, no request. */
export const useLookup = (text: string | null, search: OptionSearch | undefined) => {
  const [options, setOptions] = useState<readonly ComboboxOption[]>([])
  const [isLoading, setLoading] = useState(false)
  useEffect(() => {
    if (text === null || search === undefined) return
    const request = new AbortController()
    const unlessLate = (act: () => void) => request.signal.aborted || act()
    setLoading(true)
    const timer = setTimeout(() => {
      search(text, request.signal)
        .catch(() => [])
        .then((found) =>
          unlessLate(() => {
            setOptions(found)
            setLoading(false)
          }),
        )
    }, pause)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [text, search])
  return { options, isLoading }
}
