import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { Target } from '../../../domain/changes/changes.ts'
import { MAX_PRINTED_MANIFESTS, type ManifestWithLines } from '../../../domain/manifests/manifest.ts'
import { encodeScan } from '../../../domain/scans/scan-code.ts'
import { type Failure, toFailure } from '../../../machines/failure.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { KeyHints } from '../../ui/kbd/key-hints.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useSymbols } from '../labels/use-symbols.ts'
import { chosenIn } from '../records/chosen-in.ts'
import { CommandButton } from '../records/command-button.tsx'
import { manifestPageActions } from './manifest-commands.ts'
import './manifest-print.css'
import { ManifestSheet } from './manifest-sheet.tsx'

const hinted = ['manifests.print', 'manifests.back'] as const

/** The manifests of the address on paper, each on sheets of its own, and the way to the printer. */
const ManifestsScreen = () => {
  const { t } = useTranslation(['manifests', 'commands', 'errors', 'list'])
  const { ports } = useWorkspace()
  const [params] = useQueryParams()
  const { key, target } = chosenIn(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says the target.
  const chosen = useMemo(() => target, [key])
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
  const keysOf = useCommandKeys()
  const hints = hinted.flatMap((id) => {
    const keys = keysOf(id)
    return keys === undefined ? [] : [{ keys, label: t(`commands:${id}.label`) }]
  })
  useKeyContext('page:manifests')

  const list = params.get('list') ?? ''
  const leave = () => ports.navigate(`${paths.list('manifests')}${list.startsWith('?') ? list : ''}`)
  useLayoutEffect(() => manifestPageActions.show({ print, leave }))

  if (chosen === null || manifests?.length === 0) {
    return (
      <Page title={t('title')}>
        <EmptyState
          icon="printer"
          title={t('print.none')}
          detail={t('print.noneDetail')}
          next={[{ label: t('print.toList'), keys: 'Escape', onPress: leave }]}
        />
      </Page>
    )
  }
  if (failure !== null) {
    return (
      <Page title={t('title')}>
        <ErrorState
          title={t(`errors:${failure.code}`)}
          reference={failure.reference}
          action={{ label: t('list:refresh'), onPress: reload }}
        />
      </Page>
    )
  }
  return (
    <Page
      title={t('title')}
      beside={manifests && <span className="figures text-sm">{t('count', { count: manifests.length })}</span>}
      actions={<CommandButton command="manifests.print" variant="primary" />}
      footer={<KeyHints hints={hints} />}
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
    </Page>
  )
}

export default ManifestsScreen

type Read = { manifests: readonly ManifestWithLines[] | null; failure: Failure | null }

const nothing: Read = { manifests: null, failure: null }

/** The manifests of a target with their parcels, by number; what was taken back meanwhile is left out. */
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

/** Opens the print dialog, as soon as everything that is to be on the paper is on the page. */
const usePrintWhen = (isReady: boolean): (() => void) => {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (!isAsked || !isReady) return
    setAsked(false)
    const open = async () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('.manifest-sheet img')]
      await Promise.all([
        document.fonts.ready,
        ...images.map((image) => image.decode().catch(() => undefined)),
      ])
      // A user who has left meanwhile prints nothing.
      if (document.querySelector('.manifest-sheet') !== null) window.print()
    }
    void open()
  }, [isAsked, isReady])
  return useCallback(() => setAsked(true), [])
}
