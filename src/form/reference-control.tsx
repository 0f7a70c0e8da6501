import { useEffect, useState } from 'react'
import type { CountryCode } from '../../domain/countries.ts'
import { Combobox } from '../ui/combobox.tsx'
import type { ComboboxOption } from '../ui/combobox-option.ts'
import type { Choice } from './choices.ts'

type ReferenceControlProps = {
  choice: Choice | undefined
  country: CountryCode
  onChange: (id: string) => void
}

const pause = 120

/** A reference to another record: looked up as one types, the last answer wins. */
export const ReferenceControl = ({ choice, country, onChange }: ReferenceControlProps) => {
  const [chosen, setChosen] = useState<ComboboxOption | null>(choice?.chosen ?? null)
  const [query, setQuery] = useState<string | null>(null)
  const [options, setOptions] = useState<readonly ComboboxOption[]>([])
  const [isLoading, setLoading] = useState(false)
  const search = choice?.search

  useEffect(() => {
    if (query === null || search === undefined) return
    const request = new AbortController()
    setLoading(true)
    const timer = setTimeout(() => {
      search(query, country, request.signal)
        .then(setOptions, () => setOptions([]))
        .finally(() => request.signal.aborted || setLoading(false))
    }, pause)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [query, country, search])

  return (
    <Combobox
      value={chosen}
      options={options}
      loading={isLoading}
      onQueryChange={setQuery}
      onValueChange={(option) => {
        setChosen(option)
        onChange(option?.value ?? '')
      }}
    />
  )
}
