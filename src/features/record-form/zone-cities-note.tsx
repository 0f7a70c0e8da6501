import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readCity, sharedSpellings } from '../../../domain/zones/city.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { FormNoteProps } from '../../form/record-form.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'

const MAX_ZONES = 500

/** Which of the typed cities other zones have, before the server refuses them. `edited`: the zone itself, null for a new one. */
export const ZoneCitiesNote = withQueries(({ draft, country, edited }: FormNoteProps) => {
  const { t } = useTranslation('zones')
  const { api } = useWorkspace()
  const { data } = useQuery({
    queryKey: queryKeys.zonesOf(country),
    queryFn: ({ signal }) => api.list('zones', { where: { country }, limit: MAX_ZONES }, { signal }),
  })
  const typed = String(draft.cities ?? '')
    .split('\n')
    .filter((line) => readCity(line).name !== '')
  const taken = (data?.items ?? [])
    .filter(({ id }) => id !== edited)
    .flatMap(({ name, cities }) => sharedSpellings(typed, cities).map((city) => ({ city, zone: name })))
  if (taken.length === 0) return null
  return (
    <div
      role="status"
      className="rounded-md border border-attention-line bg-attention-soft px-3 py-2 text-sm sm:col-span-2"
    >
      <ul className="flex flex-col gap-1">
        {taken.map(({ city, zone }) => (
          <li key={`${zone} ${city}`} dir="auto">
            {t('taken', { city, zone })}
          </li>
        ))}
      </ul>
    </div>
  )
})
