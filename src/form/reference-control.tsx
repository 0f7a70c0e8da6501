import { useMemo, useRef, useState } from 'react'
import type { CountryCode } from '../../domain/core/countries.ts'
import { useScanTarget } from '../keyboard/scan-targets.tsx'
import { Combobox, type ComboboxHandle } from '../ui/fields/combobox.tsx'
import type { ComboboxOption } from '../ui/fields/combobox-option.ts'
import { useFactWords } from '../ui/fields/use-fact-words.ts'
import type { Choice } from './choices.ts'
import { useLookup } from './use-lookup.ts'

type ReferenceControlProps = {
  choice: Choice | undefined
  country: CountryCode
  /** With the words that it was chosen by. */
  onChange: (id: string, words: string) => void
}

/** A reference to another record: looked up as one types, the last answer wins. */
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
