import { useAtom } from '@xstate/store-react'
import { type RefObject, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router-dom'
import type { ViewedResource } from '../../../domain/access/routes.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { codeOf, referenceOf } from '../../../machines/failure.ts'
import { type AnyRecord, availabilityOf, type CommandContext } from '../../commands/command.ts'
import type { ListPort } from '../../commands/command-ports.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { resourceViews } from '../../resources/registry.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ErrorState, FactsSkeleton, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Picture } from '../../ui/icons/picture.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { pictureOf } from '../records/record-facts.ts'
import { RowMenu } from '../records/row-menu.tsx'
import { RecordDetails } from './record-details.tsx'
import { Cell, recordScreen } from './record-page-commands.tsx'
import { useRecord } from './use-live-query.ts'
import { useWalk, type Walk } from './use-walk.ts'

/** Position in the list with previous and next buttons; hidden if unknown. */
export const RecordWalkButtons = ({ walk }: { walk: Walk }) => {
  const { place, total, previous, next, isNowhere } = walk
  const { t, i18n } = useTranslation(['commands', 'list'])
  const { run } = useWorkspace()
  const keysOf = useCommandKeys()
  const number = numberFormat(localeOf(i18n.language))
  if (isNowhere) return null
  return (
    <>
      <IconButton
        icon="chevron-left"
        label={t('commands:record.previous.label')}
        keys={keysOf('record.previous')}
        disabled={!previous}
        onClick={() => run('record.previous')}
      />
      <IconButton
        icon="chevron-right"
        label={t('commands:record.next.label')}
        keys={keysOf('record.next')}
        disabled={!next}
        onClick={() => run('record.next')}
      />
      {place !== null && (
        <span className="figures text-xs whitespace-nowrap">
          {t('list:position', { at: number.format(place), total: number.format(total) })}
        </span>
      )}
    </>
  )
}

type RecordActionsProps = {
  resource: ResourceName
  menuButton: RefObject<HTMLButtonElement | null>
  /** Position of the open menu, or null. */
  menuAt: DOMRect | null
  onMenuClose: () => void
}

/** Main commands available now as buttons; all others in the menu. */
export const RecordActions = ({ resource, menuButton, menuAt, onMenuClose }: RecordActionsProps) => {
  const { t } = useTranslation('commands')
  const { registry, commandContext, run, view } = useWorkspace()
  const keysOf = useCommandKeys()
  // Buttons read the shown record on render, so render when it changes.
  useAtom(view.shown)
  const context = commandContext()
  const main = resourceViews[resource].main.filter((id) => {
    const command = registry.get(id)
    const isReady = command !== undefined && availabilityOf(command, context).kind === 'ready'
    return isReady && !(id.endsWith('.edit') && isOnlyComment(resource, context))
  })
  return (
    <>
      {main.map((id, at) => (
        // Phones have room for the first; the others are in the menu.
        <span key={id} className={at === 0 ? 'contents' : 'hidden sm:contents'}>
          <CommandButton command={id} variant={at === 0 ? 'primary' : 'secondary'} />
        </span>
      ))}
      <IconButton
        ref={menuButton}
        icon="more"
        label={t('list.row-menu.label')}
        keys={keysOf('list.row-menu')}
        onClick={() => run('list.row-menu')}
      />
      <RowMenu resource={resource} at={menuAt} onClose={onMenuClose} />
    </>
  )
}

/** Whether a form would change the comment alone, for which there is a command. */
const isOnlyComment = (resource: ResourceName, { actor, active }: CommandContext): boolean => {
  const form = resourceViews[resource].form
  if (actor === null || active === null || !form?.whyNotEdit) return false
  const open = Object.keys(form.updateFields).filter(
    (name) => form.whyNotEdit?.(actor, active as never, name) === null,
  )
  return open.length === 1 && open[0] === 'comment'
}

/** A record's page: fields, history, related records. All its commands work as in the list. */
export const RecordScreen = ({ resource }: { resource: ViewedResource }) => {
  const { id = '' } = useParams()
  const { pathname, search } = useLocation()
  const { t } = useTranslation(['commands', 'record', 'form', 'errors', 'list', resource])
  const { ports, view, walks } = useWorkspace()
  const keysOf = useCommandKeys()
  const query = useRecord(resource, id)
  const walk = useWalk(resource, id)
  const menuButton = useRef<HTMLButtonElement>(null)
  const [menuAt, setMenuAt] = useState<DOMRect | null>(null)
  const content = useRef<HTMLDivElement>(null)
  useKeyContext('list')
  useKeyContext('page:record')
  useKeyContext(`resource:${resource}`)

  const code = query.error === null ? null : codeOf(query.error)
  const isGone = code === 'NOT_FOUND' || code === 'FORBIDDEN'
  const record = isGone ? undefined : query.data
  const refetch = () => void query.refetch()
  const leave = () => {
    walks.leave(resource, id, true)
    ports.navigate(walk.back)
  }

  const leaveNow = useEffectEvent(leave)
  const list = useEffectEvent((): ListPort => {
    const { refetch } = query
    return {
      refresh: () => void refetch(),
      reread: async (_, ids) => {
        if (!ids.includes(id)) return
        const { error } = await refetch()
        // The user deleted it, or undid its creation.
        if (error !== null && codeOf(error) === 'NOT_FOUND') leaveNow()
      },
      search: () => search,
      matching: null,
      openMenu: () => setMenuAt(menuButton.current?.getBoundingClientRect() ?? null),
    }
  })
  useEffect(
    () =>
      view.show({
        resource,
        list: list(),
        active: () => (record as AnyRecord | undefined) ?? null,
        peek: () => null,
        selection: async () => null,
      }),
    [view, resource, record],
  )
  useEffect(() => view.keepAddress(resource, pathname + search), [view, resource, pathname, search])
  const { isNowhere, go } = walk
  // A layout effect: shortcuts must work from the first paint.
  useLayoutEffect(
    () =>
      recordScreen.show({
        resource,
        id,
        walk: isNowhere ? null : go,
        leave: () => leaveNow(),
      }),
    [resource, id, isNowhere, go],
  )
  useEffect(() => () => walks.leave(resource, id, false), [walks, resource, id])
  // Focus for scrolling keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses once for each record.
  useEffect(() => content.current?.focus({ preventScroll: true }), [id])

  return (
    <Page
      title={record ? t(`${resource}:numbered`, { number: record.number }) : t(`${resource}:one`)}
      trail={
        <Link
          to={walk.back}
          onClick={() => walks.leave(resource, id, true)}
          className="-mr-1 flex items-center gap-1 rounded-sm text-ink-muted hover:text-ink"
        >
          {walk.isQueue
            ? t('commands:go.triage.place')
            : t(`${resource}:${walk.isStore ? 'store' : 'title'}`)}
          <Icon name="chevron-right" size={14} />
        </Link>
      }
      beside={
        <>
          {record && <Cell resource={resource} record={record} place="side" />}
          <RecordWalkButtons walk={walk} />
        </>
      }
      actions={
        record && (
          <RecordActions
            resource={resource}
            menuButton={menuButton}
            menuAt={menuAt}
            onMenuClose={() => setMenuAt(null)}
          />
        )
      }
    >
      <div ref={content} tabIndex={-1} className="outline-none">
        {record && code !== null && (
          <div className="mb-4 overflow-hidden rounded-md border border-line">
            <Banner
              tone="warning"
              icon={code === 'OFFLINE' ? 'wifi-off' : undefined}
              action={{ label: t('list:refresh'), keys: keysOf('list.refresh'), onPress: refetch }}
            >
              {code === 'OFFLINE' ? t('record:offline') : t(`errors:${code}`)}
            </Banner>
          </div>
        )}
        {record && (
          // Parts suspend for their texts, while page and shortcuts stay.
          <Suspense fallback={<RecordSkeleton />}>
            <div className="mb-5 flex min-w-0 items-center gap-4 text-xl font-semibold [&_.truncate]:whitespace-normal [&_.truncate]:wrap-anywhere">
              <Picture
                source={pictureOf(record)}
                size={80}
                fallback={null}
                className="rounded-md border border-line"
              />
              <div className="flex min-w-0">
                <Cell resource={resource} record={record} place="title" />
              </div>
            </div>
            <RecordDetails resource={resource} record={record} />
          </Suspense>
        )}
        {!record && code === null && <RecordSkeleton />}
        {!record && code !== null && (
          <ErrorState
            title={t(`errors:${code}`)}
            reference={referenceOf(query.error)}
            action={
              isGone
                ? { label: t('form:back'), keys: keysOf('record.back'), onPress: leave }
                : { label: t('list:refresh'), keys: keysOf('list.refresh'), onPress: refetch }
            }
          />
        )}
      </div>
    </Page>
  )
}

/** Placeholder of the page. */
const RecordSkeleton = () => (
  <div>
    <div className="mb-5 h-7">
      <div aria-hidden="true" className="appears-late h-5 w-64 max-w-full rounded-sm bg-line" />
    </div>
    <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-8">
        <FactsSkeleton facts={6} />
        <FactsSkeleton facts={6} />
      </div>
      <div className="min-w-0 border-t border-line pt-3">
        <Skeleton lines={5} />
      </div>
    </div>
  </div>
)
