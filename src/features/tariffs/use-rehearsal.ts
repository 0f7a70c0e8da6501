import { useEffect, useState } from 'react'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { Rehearsal, TariffRow } from '../../../domain/tariffs/tariff.ts'
import { codeOf, type Failure } from '../../../machines/failure.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

export type ZoneName = { id: string; name: string }

/** Zones of a country by name; null until read. A country has far fewer than a page. */
export const useZoneNames = (country: CountryCode): readonly ZoneName[] | null => {
  const { api } = useWorkspace()
  const [read, setRead] = useState<{ country: CountryCode; zones: readonly ZoneName[] } | null>(null)
  useEffect(() => {
    const request = new AbortController()
    api.list('zones', { where: { country }, limit: 500 }, { signal: request.signal }).then(
      ({ items }) => setRead({ country, zones: items }),
      () => {
        if (!request.signal.aborted) setRead({ country, zones: [] })
      },
    )
    return () => request.abort()
  }, [api, country])
  return read?.country === country ? read.zones : null
}

type Answer = { rehearsal: Rehearsal | null; failure: Failure['code'] | null }

const nothing: Answer = { rehearsal: null, failure: null }

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 300

/** Rehearses whole grids while they are typed; null rows: nothing to rehearse. */
export const useRehearsal = (country: CountryCode, rows: readonly TariffRow[] | null): Answer => {
  const { api } = useWorkspace()
  const [read, setRead] = useState<Answer & { of: readonly TariffRow[] | null }>({ ...nothing, of: null })
  useEffect(() => {
    if (rows === null) return
    const request = new AbortController()
    const timer = setTimeout(() => {
      api.tariffs.rehearse({ country, rows }, { signal: request.signal }).then(
        (rehearsal) => setRead({ rehearsal, failure: null, of: rows }),
        (error: unknown) => {
          if (!request.signal.aborted) setRead({ rehearsal: null, failure: codeOf(error), of: rows })
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [api, country, rows])
  return rows === null || read.of !== rows ? nothing : read
}
