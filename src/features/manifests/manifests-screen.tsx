import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { Target } from '../../../domain/changes/changes.ts'
import { MAX_PRINTED_MANIFESTS, type ManifestWithLines } from '../../../domain/manifests/manifest.ts'
import { encodeScan } from '../../../domain/scans/scan-code.ts'
import { type Failure, toFailure } from '../../../machines/failure.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { PrintPage, printSheets, useChosen, usePrintedQuery } from '../print/print-page.tsx'
import { useSymbols } from '../print/use-symbols.ts'
import { manifestPageActions } from './manifest-commands.ts'
import './manifest-print.css'
import { ManifestSheet } from './manifest-sheet.tsx'

/** Print page of the manifests in the URL. */
const ManifestsScreen = () => {
  const { t } = useTranslation('manifests')
  const { ports } = useWorkspace()
  const chosen = useChosen()
  const { manifests, failure, reload } = useManifests(chosen)
  const coded = useMemo(
    () =>
      manifests?.map((manifest) => ({
        manifest,
        code: encodeScan({ kind: 'manifests', number: manifest.number }),
      })) ?? null,
    [manifests],
  )
  const symbols = useSymbols(coded)
  const print = usePrintWhen(coded?.every(({ code }) => symbols.has(code)) ?? false)
  useKeyContext('page:manifests')
  const list = usePrintedQuery()
  const leave = () => ports.navigate(`${paths.list('manifests')}${list}`)
  useLayoutEffect(() => manifestPageActions.show({ print, leave }))
  const isNothing = chosen === null || manifests?.length === 0
  return (
    <PrintPage
      title={t('title')}
      count={manifests && t('count', { count: manifests.length })}
      commands={['manifests.print', 'manifests.back']}
      failure={failure}
      onRetry={reload}
      nothing={
        isNothing
          ? { title: t('print.none'), detail: t('print.noneDetail'), toList: t('print.toList') }
          : null
      }
      onLeave={leave}
    >
      {coded === null ? (
        <Skeleton lines={8} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
        <section className="print-root manifest-sheets" aria-label={t('title')} tabIndex={0}>
          {coded.map(({ manifest, code }) => (
            <ManifestSheet
              key={manifest.id}
              manifest={manifest}
              code={code}
              bars={symbols.get(code)?.bars ?? null}
            />
          ))}
        </section>
      )}
    </PrintPage>
  )
}

export default ManifestsScreen

type Read = { manifests: readonly ManifestWithLines[] | null; failure: Failure | null }

const nothing: Read = { manifests: null, failure: null }

/** Manifests with parcels, by number; undone ones are omitted. */
const useManifests = (target: Target | null) => {
  const { api } = useWorkspace()
  const [read, setRead] = useState<Read>(nothing)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((turn) => turn + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn reads anew.
  useEffect(() => {
    if (target === null) return setRead(nothing)
    const request = new AbortController()
    const { signal } = request
    const readAll = async () => {
      const { ids = '', ...where } = 'ids' in target ? { ids: target.ids.join() } : target.where
      const { items } = await api.list(
        'manifests',
        { where: ids === '' ? where : { ...where, ids }, limit: MAX_PRINTED_MANIFESTS, sort: 'number' },
        { signal },
      )
      const except = 'ids' in target ? [] : (target.except ?? [])
      const wanted = items.filter(({ id }) => !except.includes(id))
      return Promise.all(wanted.map(({ id }) => api.manifests.one(id, { signal })))
    }
    readAll().then(
      (manifests) => setRead({ manifests, failure: null }),
      (error: unknown) => {
        if (!signal.aborted) setRead({ manifests: null, failure: toFailure(error) })
      },
    )
    return () => request.abort()
  }, [api, target, turn])
  return { ...read, reload }
}

/** Opens the print dialog once everything is rendered. */
const usePrintWhen = (isReady: boolean): (() => void) => {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (!isAsked || !isReady) return
    setAsked(false)
    void printSheets()
  }, [isAsked, isReady])
  return useCallback(() => setAsked(true), [])
}
