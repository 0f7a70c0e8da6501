import { useSelector } from '@xstate/react'
import { useAtom } from '@xstate/store-react'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import {
  isScanAction,
  maySessionDo,
  type ScanTask,
  scanActionNames,
  scanActions,
} from '../../../domain/scans/scan-session.ts'
import { codeOf } from '../../../machines/failure.ts'
import { countScans, isToAgree, shownCode } from '../../../machines/scan-session/scan-session-rules.ts'
import type { ReadCode, ScanSessionContext } from '../../../machines/scan-session/scan-session-types.ts'
import { useScanTarget } from '../../keyboard/scan-targets.tsx'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { isOnline } from '../../stores/browser.ts'
import { Announcer, Banner, useAnnounce } from '../../ui/feedback/status.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton, CommandHints } from '../records/command-button.tsx'
import { CodeField, type CodeFieldHandle } from './code-field.tsx'
import { DoneCode } from './done-code.tsx'
import { ScanCounts, ScanList, type ScanListHandle } from './scan-list.tsx'
import { beginCommand, scanActionIcons, scanSessionActions } from './scan-session-commands.ts'
import { ScanVerdict, useVerdictWords } from './scan-verdict.tsx'
import { type ScanSessionActor, useScanSession } from './use-scan-session.ts'

/** `print-done` and `tones` have their controls beside, and the line has no room for them. */
const hinted = ['commit', 'type-code', 'remove', 'to-list', 'leave'] as const

/** Scan session: choose an action, then each scan is judged at once. */
const ScanSession = () => {
  const { t } = useTranslation(['scan-session', 'commands', 'errors', 'shippings'])
  const { ports, view } = useWorkspace()
  const actor = useScanSession((ids) => {
    view.handSelection('shippings', ids)
    ports.navigate(paths.list('shippings'))
  })
  const context = useSelector(actor, (snapshot) => snapshot.context)
  const isChoosing = useSelector(actor, (snapshot) => snapshot.matches({ session: 'choosing' }))
  const isCommitting = useSelector(actor, (snapshot) => snapshot.matches({ session: 'committing' }))
  const list = useRef<ScanListHandle>(null)
  const field = useRef<CodeFieldHandle>(null)
  const addCodes = useCallback(
    (codes: readonly ReadCode[]) => {
      for (const code of codes) actor.send({ type: 'code.scanned', ...code, at: Date.now() })
    },
    [actor],
  )
  const { scans, task, result } = context
  const made = result?.manifests ?? []
  const counts = countScans(scans)

  useKeyContext('page:scan-session')
  useKeyContext('session:choosing', isChoosing)
  useKeyContext('session:open', !isChoosing)
  useBegin(actor)
  useAnnouncements(context)
  useScanTarget({
    isFocused: () => true,
    isSession: true,
    // Its digits choose an action, and a lone first one would.
    awaitsCode: () => isChoosing,
    take: () => false,
    takeCode: (code) => {
      if (isChoosing) ports.notify({ tone: 'info', titleKey: 'scan-session:chooseFirst' })
      addCodes([{ code: field.current?.complete(code) ?? code }])
      return true
    },
  })
  useLayoutEffect(() =>
    scanSessionActions.show({
      commit: () => actor.send({ type: 'session.commit' }),
      typeCode: () => field.current?.focus(),
      remove: () => {
        // The large one, unless another has focus.
        const shown = scans.find((scan) => scan.code === context.last?.code) ?? scans.at(-1)
        const code = list.current?.focused() ?? shown?.code
        if (code === undefined) return
        list.current?.leave(code)
        actor.send({ type: 'scan.remove', code })
      },
      isToAgree: counts.asked > 0,
      agree: () => {
        const code = list.current?.focused() ?? context.last?.code
        const asked = scans.filter(isToAgree)
        const one = asked.filter((scan) => scan.code === code)
        for (const scan of one.length > 0 ? one : asked) actor.send({ type: 'scan.agree', code: scan.code })
      },
      toList: () => list.current?.focus(),
      clear: () => void clear(),
      print: () => window.print(),
      hasManifest: made.length > 0,
      printManifest: () => ports.navigate(paths.printManifests({ ids: made.map(({ id }) => id).join() })),
      leave: () => {
        if (isChoosing) ports.navigate(paths.list('shippings'))
        else actor.send({ type: context.isCommitAsked ? 'commit.cancel' : 'session.leave' })
      },
    }),
  )
  const remove = useCallback((code: string) => actor.send({ type: 'scan.remove', code }), [actor])
  const clear = async () => {
    const isSure = await ports.confirm({
      titleKey: 'scan-session:clear.title',
      detailKey: 'scan-session:clear.detail',
      yesKey: 'scan-session:clear.yes',
      values: { count: scans.length },
      danger: true,
    })
    if (isSure) actor.send({ type: 'session.clear' })
  }

  if (isChoosing || task === null) {
    return (
      <Page title={t('title')} width="column">
        <TaskChoice kept={scans.length} />
      </Page>
    )
  }
  return (
    <Page
      title={t('title')}
      actions={<CommandButton command="scan-session.commit" variant="primary" className="max-sm:w-full" />}
      footer={<CommandHints commands={hinted.map((name) => `scan-session.${name}`)} />}
    >
      <SessionBanners context={context} />
      <div className="grid gap-4 pt-1 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <div className="sticky -top-px z-10 -mx-1 flex flex-col gap-3 bg-canvas px-1 pb-3">
            <ScanVerdict context={context} isCommitting={isCommitting} />
            <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
              <ScanCounts
                action={context.task?.action ?? null}
                counts={counts}
                twice={context.twice}
                scans={scans}
              />
              <CodeField ref={field} onCodes={addCodes} />
            </div>
          </div>
          <ScanList handle={list} scans={scans} onRemove={remove} />
        </div>
        <DoneCode />
      </div>
    </Page>
  )
}

/** Starts the action in the URL, `?action=dispatch&delivery=...`, once; the session itself is stored. */
const useBegin = (actor: ScanSessionActor): void => {
  const { api, country, ports } = useWorkspace()
  const [params, edit] = useQueryParams()
  const action = params.get('action')
  const delivery = params.get('delivery')
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    if (action === null || !isScanAction(action)) return
    const task = await taskOf(action, signal)
    if (signal.aborted || task === null) return
    actor.send({ type: 'session.begin', task })
    edit((query) => {
      query.delete('action')
      query.delete('delivery')
    })
  })
  const taskOf = async (name: ScanTask['action'], signal: AbortSignal): Promise<ScanTask | null> => {
    if (!scanActions[name].asksDelivery) return { action: name, delivery: null }
    try {
      const { items } = await api.users.couriers(country, { signal })
      const courier = items.find(({ id }) => id === delivery)
      if (courier !== undefined)
        return { action: name, delivery: { id: courier.id, name: courier.name, country } }
      ports.notify({ tone: 'danger', titleKey: 'scan-session:notBegun', code: 'DELIVERY_GUY_NOT_FOUND' })
    } catch (error) {
      if (!signal.aborted)
        ports.notify({ tone: 'danger', titleKey: 'scan-session:notBegun', code: codeOf(error) })
    }
    return null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is read once.
  useEffect(() => {
    const request = new AbortController()
    void begin(request.signal)
    return () => request.abort()
  }, [action, delivery])
}

/** Announces each verdict once. */
const useAnnouncements = ({ last, scans, result, twice }: ScanSessionContext): void => {
  const { t } = useTranslation('scan-session')
  const announce = useAnnounce()
  const wordsOf = useVerdictWords()
  const scan = last === null ? undefined : scans.find(({ code }) => code === last.code)
  const { title, detail } = wordsOf(last, scan)
  const isWaiting = scan?.verdict.kind === 'waiting'
  const parcel = scan?.parcel ? `${scan.parcel.number}, ${scan.parcel.customerName}` : last && shownCode(last)
  const message = last === null || isWaiting ? null : [title, parcel, detail].filter(Boolean).join('. ')
  const said = useEffectEvent((text: string) => announce(text))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same code is said again when it is scanned again.
  useEffect(() => {
    if (message !== null) said(message)
  }, [message, last?.code, twice])
  useEffect(() => {
    if (result === null) return
    const { changed, manifests } = result
    const list = manifests.map(({ number }) => number).join(', ')
    const made = manifests.length === 0 ? null : t('manifests', { count: manifests.length, list })
    said([t('committed', { count: changed }), made].filter(Boolean).join('. '))
  }, [result, t])
}

const SessionBanners = ({ context: { failure, scans } }: { context: ScanSessionContext }) => {
  const { t } = useTranslation(['scan-session', 'errors'])
  const online = useAtom(isOnline)
  const waiting = countScans(scans).waiting
  if (!online || failure === 'OFFLINE')
    return (
      <Banner tone="warning" icon="wifi-off">
        {t('offline', { count: waiting })}
      </Banner>
    )
  return failure === null ? null : <Banner tone="danger">{t(`errors:${failure}`)}</Banner>
}

/** Remounted for each country. */
const ScanSessionScreen = () => {
  const { country } = useWorkspace()
  return (
    <Announcer>
      <ScanSession key={country} />
    </Announcer>
  )
}

export default ScanSessionScreen

/** Choice of the action; `kept`: present scans, which will be judged by it. */
export const TaskChoice = ({ kept }: { kept: number }) => {
  const { t } = useTranslation(['scan-session', 'commands'])
  const { user, run } = useWorkspace()
  const keysOf = useCommandKeys()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const actions = scanActionNames.filter((action) => maySessionDo(user.role, action))
  return (
    <div className="flex flex-col gap-4">
      <p className="text-pretty text-ink-muted">
        {kept > 0 ? t('scan-session:kept', { count: kept }) : t('scan-session:choose')}
      </p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {actions.map((action, index) => {
          const command = beginCommand(action)
          const keys = keysOf(command)
          return (
            <li key={action}>
              <button
                ref={index === 0 ? first : undefined}
                type="button"
                aria-keyshortcuts={keys}
                onClick={() => run(command)}
                className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 text-left font-medium hover:bg-hover"
              >
                <Icon name={scanActionIcons[action]} size={20} className="shrink-0 text-ink-muted" />
                <span className="min-w-0 flex-1 text-pretty">{t(`commands:${command}.label`)}</span>
                {keys && <Keycap keys={keys} isDecoration className="max-sm:hidden" />}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
