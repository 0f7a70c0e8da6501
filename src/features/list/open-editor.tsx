import { autoUpdate, FloatingFocusManager, offset, shift, size, useFloating } from '@floating-ui/react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Code } from '../../../domain/core/codes.ts'
import type { Field } from '../../../domain/lib/field.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { FieldControl } from '../../form/field-control.tsx'
import { type Choices, draftOf, readDraft } from '../../form/form-model.ts'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useInitialFocus } from '../../ui/floating/focus.ts'
import { Portal } from '../../ui/floating/portal.tsx'
import { KeyHints } from '../../ui/kbd/keycap.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { MergeDialog } from '../record-form/merge-dialog.tsx'
import { useResourceActor, useSave } from '../record-form/use-save.ts'
import type { CellCursor, CellEdit } from './cell-cursor.ts'

/** `step`: column to edit next: right, left, or none. `isLeft`: another place of the list was pressed. */
type Leaving = { step: 1 | -1 | null; isLeft: boolean }

const staying: Leaving = { step: null, isLeft: false }

type CellFormProps<R extends ResourceName> = {
  resource: R
  name: string
  field: Field
  record: ResourceRecords[R]
  /** The record as its fields write it. */
  written: object
  choices: Choices
  anchor: HTMLElement
  /** `batchId`: by which the save is undone. */
  onSaved: (saved: ResourceRecords[R], leaving: Leaving, batchId: string | null) => void
  onClose: (leaving: Leaving) => void
}

/**
 * Editor over a cell: Enter saves, Tab saves and moves on, Escape cancels, pressing another place of the list saves. Errors are
 * shown in place.
 */
export const CellForm = <R extends ResourceName>(props: CellFormProps<R>) => {
  const { resource, name, field, record, written, choices, anchor, onSaved, onClose } = props
  const { t } = useTranslation([resource, 'rows'])
  const fields = { [name]: field }
  const [start] = useState(() => draftOf(fields, written as Record<string, unknown>))
  const [draft, setDraft] = useState(start)
  const [wrong, setWrong] = useState<Code | null>(null)
  const leaving = useRef(staying)
  const [batchId, setBatchId] = useState<string | null>(null)
  const actor = useResourceActor(resource, setBatchId)
  const { save, merge, forgive, isPending, failure, stale } = useSave<R>(actor, record, (saved) =>
    onSaved(saved, leaving.current, batchId),
  )
  const { refs, floatingStyles, context } = useFloating({
    open: true,
    elements: { reference: anchor },
    strategy: 'fixed',
    placement: 'bottom-start',
    middleware: [offset(({ rects }) => -rects.reference.height), shift({ padding: 8 }), asWideAsTheCell],
    whileElementsMounted: autoUpdate,
  })
  useInitialFocus(context)
  const shownCode = wrong ?? failure?.errors.find(({ path }) => path === name)?.code ?? failure?.code ?? null

  const submit = (next: Leaving) => {
    if (isPending) return
    leaving.current = next
    if (draft[name] === start[name]) return onClose(next)
    const read = readDraft(fields, draft, record.country)
    setWrong(read.ok ? null : (read.errors?.[0]?.code ?? read.code))
    if (read.ok) save(read.value, [name])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const act = event.key === 'Enter' && event.shiftKey ? undefined : keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    event.stopPropagation()
    act({ submit, close: () => onClose(staying), back: event.shiftKey })
  }

  if (stale !== null) {
    return (
      <MergeDialog
        resource={resource}
        fields={fields}
        stale={stale}
        choices={choices}
        onMerge={(merged) =>
          Object.keys(merged).length > 0
            ? merge(merged, stale.current)
            : onSaved(stale.current as never, staying, null)
        }
        onCancel={forgive}
      />
    )
  }
  return (
    <Portal>
      <FloatingFocusManager
        context={context}
        modal={false}
        guards={false}
        initialFocus={-1}
        returnFocus={false}
      >
        <div
          ref={refs.setFloating}
          style={floatingStyles}
          role="dialog"
          aria-label={t('rows:editCell', { field: t(`${resource}:fields.${name}`), number: record.number })}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            const { currentTarget, relatedTarget } = event
            if (relatedTarget === null || currentTarget.contains(relatedTarget)) return
            // Pressed outside the list: keeps the text without saving it.
            const isInList = relatedTarget.contains(anchor)
            if (draft[name] === start[name] || isInList) submit({ step: null, isLeft: true })
          }}
          className="z-40 flex flex-col gap-1.5 rounded-md bg-raised p-0.5 shadow-float [&_p]:px-1.5"
        >
          <FieldControl
            resource={resource}
            name={name}
            field={field}
            value={draft[name] ?? ''}
            country={record.country}
            choices={choices}
            code={shownCode ?? undefined}
            hideLabel
            onChange={(value) => {
              setDraft({ [name]: value })
              setWrong(null)
              if (failure !== null) forgive()
            }}
          />
          <KeyHints
            className="gap-x-3 px-1.5 pb-1"
            hints={[
              { keys: 'Enter', label: isPending ? t('rows:saving') : t('rows:save') },
              { keys: 'Tab', label: t('rows:next') },
              { keys: 'Escape', label: t('rows:leave') },
            ]}
          />
        </div>
      </FloatingFocusManager>
    </Portal>
  )
}

type Acts = { submit: (next: Leaving) => void; close: () => void; back: boolean }

const keys: Record<string, (acts: Acts) => void> = {
  Enter: ({ submit }) => submit(staying),
  Tab: ({ submit, back }) => submit({ step: back ? -1 : 1, isLeft: false }),
  Escape: ({ close }) => close(),
}

const asWideAsTheCell = size({
  padding: 8,
  apply: ({ rects, elements, availableWidth }) => {
    const width = Math.min(Math.max(rects.reference.width, narrowest), availableWidth)
    elements.floating.style.width = `${width}px`
  },
})

const narrowest = 280

type OpenEditorProps<R extends ResourceName> = {
  view: ResourceView<R>
  list: ListController<ResourceRecords[R], Where>
  cursor: CellCursor<ResourceRecords[R]>
  /** Its record as opened: other users' saves are detected by version. */
  edit: CellEdit<ResourceRecords[R]>
}

/** The control, and saving. */
export const OpenEditor = <R extends ResourceName>({
  view: { resource, form },
  list,
  cursor,
  edit: { serial, record, column: name, anchor },
}: OpenEditorProps<R>) => {
  const { t } = useTranslation([resource, 'rows', 'users'])
  const { api, ports, user } = useWorkspace()
  const choices = useMemo(() => form?.choices(api, t, record, user) ?? {}, [form, api, t, record, user])
  const field = form?.updateFields[name]
  if (field === undefined) return null
  const close = ({ step, isLeft }: Leaving) => {
    cursor.endEdit(serial, isLeft)
    if (step !== null && cursor.move(step)) cursor.edit()
  }
  return (
    <CellForm<R>
      resource={resource}
      name={name}
      field={field}
      record={record}
      written={form?.written?.(record, t) ?? record}
      choices={choices}
      anchor={anchor}
      onSaved={(saved, leaving, batchId) => {
        list.applyChanges([{ type: 'upsert', record: saved }])
        ports.notify({
          tone: 'success',
          titleKey: 'rows:saved',
          values: { number: saved.number, field: t(`${resource}:fields.${name}`) },
          action: batchId === null ? undefined : ports.offerUndo(batchId),
        })
        close(leaving)
      }}
      onClose={close}
    />
  )
}
