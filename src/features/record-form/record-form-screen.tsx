import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { listOrStart, paths } from '../../../domain/access/paths.ts'
import type { EditedResource, ViewedResource } from '../../../domain/access/routes.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { Input } from '../../../machines/resource/resource-machine.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { createDraftStorage, storedForm } from '../../form/draft-storage.ts'
import { type FormHands, RecordForm, unsectioned } from '../../form/record-form.tsx'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { ownFieldsOf } from '../../resources/shared/define-view.ts'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import { shownOnce } from '../../stores/shown-once.ts'
import { errorWords } from '../../ui/error-words.ts'
import { Banner } from '../../ui/feedback/status.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { previewColumnsOf } from '../records/record-facts.ts'
import { CallRehearsalNote } from './call-rehearsal-note.tsx'
import { formActions } from './form-commands.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { KnownCustomer, OrderTotal } from './order-parts.tsx'
import { type ResourceActor, useSave } from './use-save.ts'
import { ZoneCitiesNote } from './zone-cities-note.tsx'

/** The current record, for commands. The form keeps the version it loaded. */
export function usePresent<R extends ResourceName>(
  resource: R,
  record: ResourceRecords[R] | null,
): RefObject<ResourceRecords[R] | null> {
  const { api, onLive } = useWorkspace()
  const present = useRef(record)
  const id = record?.id
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    const stop = onLive((event) => {
      if (event.resource !== resource || !event.ids?.includes(id)) return
      api
        .one(resource, id, { signal: controller.signal })
        .then((read) => {
          present.current = read
        })
        // The server refuses what only the older version allows.
        .catch(() => undefined)
    })
    return () => {
      stop()
      controller.abort()
    }
  }, [api, onLive, resource, id])
  return present
}

/** What others did to the record being edited. */
export type RecordNews = 'changed' | 'deleted' | null

/** Observes changes of the record while open; null for a new one. */
export const useRecordNews = (resource: ResourceName, id: string | null): RecordNews => {
  const { onLive, user } = useWorkspace()
  const [news, setNews] = useState<RecordNews>(null)
  useEffect(() => {
    if (id === null) return
    return onLive((event) => {
      if (event.resource !== resource || !event.ids?.includes(id)) return
      if (event.verb.endsWith('.delete')) setNews('deleted')
      // The user's own save is reported by the list.
      else if (event.actor !== user.id) setNews('changed')
    })
  }, [onLive, resource, id, user.id])
  return news
}

/** Notes below fields, by section. */
const orderNotes = { sale: OrderTotal, customer: KnownCustomer }
const editedOrderNotes = { sale: OrderTotal }
const callPolicyNotes = { queue: CallRehearsalNote }
const zoneNotes = { [unsectioned]: ZoneCitiesNote }

const notesOf = (resource: ResourceName, isNew: boolean) => {
  if (resource === 'call-policies') return callPolicyNotes
  if (resource === 'zones') return zoneNotes
  return resource !== 'orders' ? undefined : isNew ? orderNotes : editedOrderNotes
}

type RecordFormScreenProps<R extends EditedResource> = {
  view: ResourceView<R>
  /** The resource machine used for saving. */
  actor: ResourceActor
  /** Null for a new one. */
  record: ResourceRecords[R] | null
  /** Defaults of a new record. */
  start?: Partial<ResourceRecords[R]>
  /** The field that gets focus; default: the first. */
  focused?: string
}

/** Creates or edits a record. Sends only changed fields with the version read; a stale save opens the merge dialog. */
export const RecordFormScreen = <R extends EditedResource>({
  view,
  actor,
  record,
  start = {},
  focused,
}: RecordFormScreenProps<R>) => {
  const { resource, form } = view
  const { t } = useTranslation([resource, 'form', 'errors', 'drafts'])
  const { api, country, unsaved, ports, user, view: views } = useWorkspace()
  const [initial] = useState<object>(() =>
    record === null ? { country, quantity: 1, ...start } : (form!.written?.(record, t) ?? record),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a new one starts with does not change under it.
  const choices = useMemo(() => form!.choices(api, t, record ?? start, user), [form, api, t, record, user])
  const back = views.addressOf(resource) ?? listOrStart(resource, user)
  const leave = () => ports.navigate(back)
  const { pathname, search } = useLocation()
  const shelf = useMemo(
    () => createDraftStorage(user.id, `${country} ${pathname}${search}`),
    [user.id, country, pathname, search],
  )
  const keeper = useMemo(() => storedForm(shelf), [shelf])
  /** Restored draft, with the version it was based on. */
  const [taken, setTaken] = useState(() => shelf.read())
  const goesOn = useRef(false)
  const [round, setRound] = useState(0)
  const { save, merge, forgive, isPending, failure, stale } = useSave<R>(actor, record, (saved) => {
    unsaved.setDirty(false)
    shelf.forget()
    setTaken(null)
    ports.notify({ tone: 'success', titleKey: `${resource}:saved`, values: namesOf(saved) })
    const secret = record === null ? secretIn(saved) : null
    if (secret !== null) {
      // It is answered once: its page shows it.
      shownOnce.keep(user.id, saved.id, secret)
      return ports.navigate(paths.view(resource as ViewedResource, saved.id))
    }
    if (!goesOn.current) return leave()
    forgive()
    setRound(round + 1)
  })
  const news = useRecordNews(resource, record?.id ?? null)
  useKeyContext('record')
  // Undo here would change another record unseen.
  useKeyContext('editing')
  useEffect(
    () => () => {
      // Leaving after a save or a confirmation clears the draft. A session's end does not.
      if (!unsaved.isDirty()) shelf.forget()
      unsaved.setDirty(false)
    },
    [unsaved, shelf],
  )
  const markDirty = useCallback((isDirty: boolean) => unsaved.setDirty(isDirty && 'drafted'), [unsaved])
  const hands = useRef<FormHands>(null)
  const leaveNow = useEffectEvent(leave)
  const isNew = record === null
  useEffect(
    () =>
      formActions.show({
        save: () => hands.current?.submit(),
        saveAnother: isNew ? () => hands.current?.submitAnother() : null,
        leave: () => leaveNow(),
      }),
    [isNew],
  )
  const present = usePresent(resource, record)
  useEffect(
    () =>
      views.show({
        resource,
        list: null,
        active: () => present.current,
        peek: () => null,
        selection: async () => null,
      }),
    [views, resource, present],
  )

  const whyNotEdit =
    record === null ? undefined : (field: string) => form!.whyNotEdit?.(user, record, field) ?? null
  const fields = useMemo(() => {
    if (record === null) return ownFieldsOf(form!.createFields!, user)
    // What the role may never change is on the record's page.
    const shown = Object.entries(form!.updateFields).filter(
      ([name]) => form!.whyNotEdit?.(user, record, name) !== 'FORBIDDEN',
    )
    return Object.fromEntries(shown) as Fields
  }, [form, user, record])
  /** What the role sees here and never changes, with the status. */
  const fixed = useMemo(() => {
    if (record === null) return []
    const left = Object.keys(form!.updateFields).filter((name) => !(name in fields))
    return left.length === 0 ? [] : ['status', 'totalPrice', ...left.filter((name) => name !== 'country')]
  }, [form, record, fields])
  const leaveAsItIs = () => {
    unsaved.setDirty(false)
    leave()
  }
  const isGone = news === 'deleted' || (record !== null && failure?.code === 'NOT_FOUND')
  const submit = (another: boolean) => (values: Input, changed: string[], words: Record<string, string>) => {
    goesOn.current = another
    if (changed.length === 0 && record !== null) leave()
    else save(values, changed, words)
  }
  const notices: (ReactNode | false)[] = [
    isGone && (
      <Banner key="gone" tone="danger" action={{ label: t('form:back'), onPress: leave }}>
        {t('form:gone')}
      </Banner>
    ),
    !isGone && news === 'changed' && stale === null && (
      <Banner key="changed" tone="info">
        {t('form:changedElsewhere')}
      </Banner>
    ),
    !isGone && failure !== null && stale === null && failure.errors.length === 0 && (
      <Banner
        key="failed"
        tone="danger"
        action={{ label: t('drafts:again'), keys: 'Mod+Enter', onPress: () => hands.current?.submit() }}
      >
        {errorWords(t, failure)} {t('drafts:kept')}
      </Banner>
    ),
  ]
  const isOlder = record !== null && taken !== null && taken.version !== record.version
  const startOver = () => {
    shelf.forget()
    setTaken(null)
    setRound(round + 1)
  }
  const title = record === null ? t(`${resource}:add`) : t(`${resource}:edit`, namesOf(record))
  return (
    <Page width="column" title={title}>
      {taken !== null && (
        <div className="mb-4 overflow-hidden rounded-md border border-line">
          <Banner
            tone={isOlder ? 'warning' : 'info'}
            action={{ label: t('drafts:startOver'), onPress: startOver }}
          >
            {t(isOlder ? 'drafts:takenOlder' : 'drafts:taken')}
          </Banner>
        </div>
      )}
      {record !== null && fixed.length > 0 && <FixedFacts resource={resource} record={record} ids={fixed} />}
      <RecordForm
        key={round}
        shelf={keeper}
        version={taken?.version ?? record?.version}
        ref={hands}
        resource={resource}
        fields={fields}
        initial={initial as Record<string, unknown>}
        country={record?.country ?? country}
        choices={choices}
        problems={failure?.errors ?? noProblems}
        pending={isPending}
        submitLabel={t(record === null ? 'form:create' : 'form:save')}
        sections={form?.sections}
        focused={focused}
        notes={notesOf(resource, record === null)}
        whyNotEdit={whyNotEdit}
        onSubmit={submit(false)}
        onSubmitAnother={record === null ? submit(true) : undefined}
        onCancel={leave}
        onDirtyChange={markDirty}
        notice={notices}
      />
      {stale !== null && (
        <MergeDialog
          resource={resource}
          stale={stale}
          fields={fields}
          choices={choices}
          onMerge={(merged) =>
            Object.keys(merged).length > 0 ? merge(merged, stale.current) : leaveAsItIs()
          }
          onCancel={forgive}
        />
      )}
    </Page>
  )
}

type FixedFactsProps = { resource: ResourceName; record: AnyRecord; ids: readonly string[] }

/** The columns of a record that its form does not change, as facts; empty ones are omitted. */
const FixedFacts = ({ resource, record, ids }: FixedFactsProps) => {
  const { t } = useTranslation(resource)
  const columns = previewColumnsOf(resource).filter(({ id }) => ids.includes(id))
  return (
    <dl className="mb-4 grid gap-x-8 gap-y-1.5 rounded-md border border-line bg-surface px-3 py-2.5 text-sm sm:grid-cols-2">
      {columns.map(({ id, header, cell }) => (
        <div key={id} className="flex min-w-0 items-baseline gap-3 has-data-nothing:hidden">
          <dt className="w-28 shrink-0 text-ink-muted">{t(header)}</dt>
          <dd className="min-w-0 flex-1">{cell(record)}</dd>
        </div>
      ))}
    </dl>
  )
}

const noProblems: [] = []

/** The secret that comes with a new record, where it has one. */
const secretIn = (saved: object): string | null =>
  ['secret', 'key'].map((name) => (saved as Record<string, unknown>)[name]).find(isText) ?? null

const isText = (value: unknown): value is string => typeof value === 'string'

/** Values for a record's title; an invoice is named by its code. */
const namesOf = (record: AnyRecord): Record<string, string | number> => ({
  number: record.number,
  ...('code' in record ? { code: record.code } : {}),
})
