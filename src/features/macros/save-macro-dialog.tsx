import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { preferenceLimits } from '../../../domain/users/preferences.ts'
import type { KeyBinding } from '../../../machines/keys/key-binding.ts'
import { findConflicts } from '../../../machines/keys/key-context.ts'
import { parseKeys } from '../../../machines/keys/parse-keys.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { isKeptByBrowser } from '../../keyboard/key-faults.ts'
import { listenToKeys } from '../../keyboard/listen-to-keys.ts'
import { normalizeKey } from '../../keyboard/normalize-key.ts'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { KeycapPrinter } from '../../ui/kbd/keycap.tsx'
import { Dialog, FormActions } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { Keeping, Macros } from './create-macros.ts'
import { groupSteps, type MacroStep, stepWords } from './step-words.ts'

/** Maximum number of steps listed. */
const mostLines = 20

type SaveMacroDialogProps = { keeping: Keeping; macros: Macros; onClose: () => void }

/** Saves the last or recorded steps: first step, name, key. */
const SaveMacroDialog = ({ keeping, macros, onClose }: SaveMacroDialogProps) => {
  const { t } = useTranslation(['macros', 'errors', 'commands'])
  const { registry, preferences } = useWorkspace()
  const [groups] = useState(() => groupSteps(keeping.steps).slice(-mostLines))
  const [from, setFrom] = useState(() => (keeping.isRecorded ? 0 : lastWork(groups)))
  const chosen = groups.slice(from).flatMap(({ step, times }) => Array.from({ length: times }, () => step))
  const [ownName, setName] = useState<string | null>(null)
  const name = ownName ?? stepWords(nameGiver(chosen), macros.reader).slice(0, preferenceLimits.name)
  const [keys, setKeys] = useState<string | null>(null)
  const [hasTried, setTried] = useState(false)
  const first = useRef<HTMLElement>(null)
  const formId = useId()
  const isFull = preferences.get().macros.length >= preferenceLimits.macros
  const nameProblem = isFull ? 'full' : whyNotName(name, preferences.get().macros)
  const problem = keys === null ? null : keyProblem(keys, registry.bindings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (nameProblem !== null || problem !== null) return
    macros.add({ name: name.trim(), steps: chosen, keys })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      initialFocus={first}
      title={t('macros:dialog.title')}
      description={t('macros:dialog.lead')}
      footer={
        <FormActions form={formId} onCancel={onClose}>
          {t('macros:dialog.save', { count: chosen.length })}
        </FormActions>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <StepList
          ref={keeping.isRecorded ? undefined : (first as React.RefObject<HTMLDivElement | null>)}
          lines={groups.map(({ step, times }) => ({ text: stepWords(step, macros.reader), times }))}
          from={from}
          onChange={setFrom}
        />
        <Field
          required
          label={t('macros:dialog.name')}
          error={hasTried || isFull ? nameProblem && t(`macros:problem.${nameProblem}`) : undefined}
        >
          <TextInput
            ref={keeping.isRecorded ? (first as React.RefObject<HTMLInputElement | null>) : undefined}
            value={name}
            maxLength={preferenceLimits.name}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label={t('macros:dialog.key')}
          hint={t('macros:dialog.keyHint')}
          error={problem ? problemWords(problem) : undefined}
        >
          <KeyInput keys={keys} onChange={setKeys} />
        </Field>
      </form>
    </Dialog>
  )

  function problemWords({ kind, command }: KeyProblem): string {
    const label = command === null ? '' : commandLabel(registry.get(command) ?? { id: command }, t)
    return t(`macros:problem.${kind}`, { command: label })
  }
}

export default SaveMacroDialog

type Groups = ReturnType<typeof groupSteps>

/** Default first step: the last change with its following moves. */
const lastWork = (groups: Groups): number => {
  const at = groups.findLastIndex(({ step }) => 'isChange' in step && step.isChange === true)
  return at < 0 ? Math.max(0, groups.length - 1) : at
}

/** The step that names the macro: a change before navigation. */
const nameGiver = (steps: readonly MacroStep[]): MacroStep =>
  steps.find((step) => 'isChange' in step && step.isChange === true) ?? steps[0] ?? { command: '', args: {} }

const whyNotName = (name: string, macros: readonly { name: string }[]): 'empty' | 'taken' | null => {
  if (name.trim() === '') return 'empty'
  return macros.some((macro) => macro.name === name.trim()) ? 'taken' : null
}

type StepListProps = {
  lines: readonly { text: string; times: number }[]
  /** Index of the first step saved. */
  from: number
  onChange: (from: number) => void
  ref?: Ref<HTMLDivElement>
}

/** The last steps in order; up and down choose the first one saved. */
const StepList = ({ lines, from, onChange, ref }: StepListProps) => {
  const { t } = useTranslation('macros')
  const id = useId()
  const first = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line that is now the first is brought into view.
  useEffect(() => {
    first.current?.scrollIntoView({ block: 'nearest' })
  }, [from])
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moves[event.key]?.(from, lines.length - 1)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(Math.min(Math.max(to, 0), lines.length - 1))
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2 text-sm">
        <span id={`${id}-label`} className="font-medium">
          {t('dialog.steps')}
        </span>
        <span id={`${id}-hint`} className="text-xs text-ink-muted">
          {t('dialog.stepsHint')}
        </span>
      </div>
      <div
        ref={ref}
        role="listbox"
        tabIndex={0}
        aria-multiselectable
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        aria-activedescendant={`${id}-${from}`}
        onKeyDown={onKeyDown}
        className="max-h-56 overflow-y-auto rounded-md border border-control p-1 text-sm"
      >
        {lines.map(({ text, times }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: steps may repeat, and the list is static.
            key={index}
            ref={index === from ? first : undefined}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index >= from}
            onPointerDown={() => onChange(index)}
            className={cx(
              'flex min-h-7 items-center gap-2.5 rounded-sm px-2',
              index >= from ? 'bg-accent-soft text-ink' : 'text-ink-muted',
              index === from && 'font-medium',
            )}
          >
            <span aria-hidden="true" className="figures w-5 shrink-0 text-right text-xs text-ink-muted">
              {index >= from ? index - from + 1 : ''}
            </span>
            <span className="min-w-0 flex-1 truncate">{text}</span>
            {times > 1 && <span className="figures shrink-0 text-ink-muted">× {times}</span>}
          </div>
        ))}
      </div>
    </div>
  )
}

const moves: Record<string, (from: number, last: number) => number> = {
  ArrowUp: (from) => from - 1,
  ArrowDown: (from) => from + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** Keys of the form itself, which macros cannot have. */
const ofTheForm = ['Tab', 'Shift+Tab', 'Enter', 'Escape', 'Shift+Enter', 'Mod+Enter']
const clearing = ['Backspace', 'Delete']

/** Milliseconds within which a key continues a sequence. */
const together = 1_000
const longest = 3

/** Captures one or a few keys; Backspace removes them. */
const KeyInput = ({ keys, onChange }: { keys: string | null; onChange: (keys: string | null) => void }) => {
  const { t } = useTranslation('macros')
  const print = use(KeycapPrinter)
  const last = useRef(0)
  const box = useRef<HTMLInputElement>(null)
  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const step = normalizeKey(event)
    if (step === null || ofTheForm.includes(step)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (clearing.includes(step)) {
      onChange(null)
      return
    }
    const before = keys !== null && event.timeStamp - last.current < together ? keys.split(' ') : []
    last.current = event.timeStamp
    onChange([...before, step].slice(-longest).join(' '))
  })
  useEffect(() => listenToKeys(box.current!, (event) => onKeyDown(event)), [])
  return (
    <TextInput
      ref={box}
      value={keys === null ? '' : inWords(print?.(keys) ?? [[{ text: keys }]])}
      placeholder={t('dialog.keyPlaceholder')}
      readOnly
      aria-roledescription={t('dialog.keyRole')}
    />
  )
}

/** `Maj + B`; sequences `G, M`. */
const inWords = (steps: readonly (readonly { text: string }[])[]): string =>
  steps.map((caps) => caps.map(({ text }) => text).join(' + ')).join(', ')

/** `same` and `prefix`: another command has these keys, or begins with them. */
type KeyProblem = { kind: 'same' | 'prefix' | 'browser'; command: string | null }

const asked = 'macro:new'

/** Why a global macro cannot have these keys, or null. */
const keyProblem = (keys: string, bindings: readonly KeyBinding[]): KeyProblem | null => {
  if ((parseKeys(keys) ?? []).some(isKeptByBrowser)) return { kind: 'browser', command: null }
  const conflict = bindings
    .flatMap((binding) => findConflicts([binding, { keys, command: asked }]))
    .find(({ commands }) => (commands as readonly string[]).includes(asked))
  if (conflict === undefined) return null
  if (conflict.kind === 'unreadable') return { kind: 'browser', command: null }
  return { kind: conflict.kind, command: conflict.commands.find((command) => command !== asked) ?? null }
}
