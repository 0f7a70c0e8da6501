import { type FormEvent, use, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { macroCommand, preferenceLimits } from '../../../domain/users/preferences.ts'
import type { KeyBinding } from '../../../machines/keys/key-binding.ts'
import { findConflicts } from '../../../machines/keys/key-context.ts'
import { parseKeys } from '../../../machines/keys/parse-keys.ts'
import { labelOfCommand } from '../../commands/run-command.ts'
import { isKeptByBrowser } from '../../keyboard/key-faults.ts'
import { listenToKeys } from '../../keyboard/listen-to-keys.ts'
import { normalizeKey } from '../../keyboard/normalize-key.ts'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { KeycapPrinter } from '../../ui/kbd/keycap.tsx'
import { Dialog, FormActions } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { Keeping, Macros } from './create-macros.ts'
import { StepList } from './step-list.tsx'
import { groupSteps, type MacroStep, type StepGroup, stepWords } from './step-words.ts'

/** Maximum number of steps listed. */
const mostLines = 20

type SaveMacroDialogProps = { keeping: Keeping; macros: Macros; onClose: () => void }

/** A step offered, with whether it is kept. */
type Line = StepGroup<MacroStep> & { isKept: boolean }

/** Saves the last or recorded steps, or edits a macro: its name, steps and key. */
const SaveMacroDialog = ({ keeping, macros, onClose }: SaveMacroDialogProps) => {
  const { t } = useTranslation(['macros', 'errors', 'commands', 'common'])
  const { registry, preferences } = useWorkspace()
  const { edited } = keeping
  const command = macroCommand(edited?.id ?? 'new')
  const [lines, setLines] = useState(() => linesOf(keeping))
  const chosen = lines
    .filter(({ isKept }) => isKept)
    .flatMap(({ step, times }) => Array.from({ length: times }, () => step))
  const [ownName, setName] = useState<string | null>(edited?.name ?? null)
  const given = nameGiver(chosen)
  const name = ownName ?? (given ? stepWords(given, macros.reader).slice(0, preferenceLimits.name) : '')
  const [keys, setKeys] = useState<string | null>(() => preferences.get().overrides[command]?.[0] ?? null)
  const [hasTried, setTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const formId = useId()
  const others = preferences.get().macros.filter(({ id }) => id !== edited?.id)
  const isFull = others.length >= preferenceLimits.macros
  const nameProblem = isFull ? 'full' : whyNotName(name, others)
  const problem = keys === null ? null : keyProblem(keys, command, registry.bindings)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (nameProblem !== null || problem !== null || chosen.length === 0) return
    macros.save({ id: edited?.id ?? null, name: name.trim(), steps: chosen, keys })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      initialFocus={first}
      title={edited ? t('macros:dialog.editTitle', { name: edited.name }) : t('macros:dialog.title')}
      description={t('macros:dialog.lead')}
      footer={
        <FormActions form={formId} onCancel={onClose}>
          {t('macros:dialog.save', { count: chosen.length })}
        </FormActions>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          required
          label={t('macros:dialog.name')}
          error={hasTried || isFull ? nameProblem && t(`macros:problem.${nameProblem}`) : undefined}
        >
          <TextInput
            ref={first}
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
        <StepList lines={lines} reader={macros.reader} onChange={setLines} />
        {hasTried && chosen.length === 0 && (
          <p role="alert" className="text-xs text-danger">
            {t('macros:problem.noSteps')}
          </p>
        )}
      </form>
    </Dialog>
  )

  function problemWords({ kind, command }: KeyProblem): string {
    const label = command === null ? '' : labelOfCommand(command, registry.get, t)
    return t(`macros:problem.${kind}`, { command: label })
  }
}

export default SaveMacroDialog

const linesOf = ({ steps, isRecorded }: Keeping): Line[] => {
  const groups = groupSteps(steps).slice(isRecorded ? 0 : -mostLines)
  const from = isRecorded ? 0 : lastWork(groups)
  return groups.map((group, at) => ({ ...group, isKept: at >= from }))
}

/** Default first step: the last change with its following moves. */
const lastWork = (groups: readonly StepGroup<MacroStep>[]): number => {
  const at = groups.findLastIndex(({ step }) => 'isChange' in step && step.isChange === true)
  return at < 0 ? Math.max(0, groups.length - 1) : at
}

/** The step that names the macro: a change before navigation. */
const nameGiver = (steps: readonly MacroStep[]): MacroStep | undefined =>
  steps.find((step) => 'isChange' in step && step.isChange === true) ?? steps[0]

const whyNotName = (name: string, macros: readonly { name: string }[]): 'empty' | 'taken' | null => {
  if (name.trim() === '') return 'empty'
  return macros.some((macro) => macro.name === name.trim()) ? 'taken' : null
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

/** Why a global macro (`asked`) cannot have these keys, or null. */
const keyProblem = (keys: string, asked: string, bindings: readonly KeyBinding[]): KeyProblem | null => {
  if ((parseKeys(keys) ?? []).some(isKeptByBrowser)) return { kind: 'browser', command: null }
  const conflict = bindings
    .filter(({ command }) => command !== asked)
    .flatMap((binding) => findConflicts([binding, { keys, command: asked }]))
    .find(({ commands }) => (commands as readonly string[]).includes(asked))
  if (conflict === undefined) return null
  if (conflict.kind === 'unreadable') return { kind: 'browser', command: null }
  return { kind: conflict.kind, command: conflict.commands.find((command) => command !== asked) ?? null }
}
