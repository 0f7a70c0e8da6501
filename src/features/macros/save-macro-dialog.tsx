import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deskLimits } from '../../../domain/users/desk.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { Keeping, Macros } from './create-macros.ts'
import { KeyInput } from './key-input.tsx'
import { type KeyProblem, keyProblem } from './key-problem.ts'
import { StepList } from './step-list.tsx'
import { groupSteps, type Step, stepWords } from './step-words.ts'

/** So many lines to choose from: further back nobody remembers. */
const mostLines = 20

type KeepDialogProps = { keeping: Keeping; macros: Macros; onClose: () => void }

/** The last steps, or those just recorded: from which on they are kept, what they are called, and on which key. */
const KeepDialog = ({ keeping, macros, onClose }: KeepDialogProps) => {
  const { t } = useTranslation(['macros', 'form', 'errors', 'commands'])
  const { registry, desk } = useWorkspace()
  const [groups] = useState(() => groupSteps(keeping.steps).slice(-mostLines))
  const [from, setFrom] = useState(() => (keeping.isRecorded ? 0 : lastWork(groups)))
  const chosen = groups.slice(from).flatMap(({ step, times }) => Array.from({ length: times }, () => step))
  const [ownName, setName] = useState<string | null>(null)
  const name = ownName ?? stepWords(nameGiver(chosen), macros.reader).slice(0, deskLimits.name)
  const [keys, setKeys] = useState<string | null>(null)
  const [hasTried, setTried] = useState(false)
  const first = useRef<HTMLElement>(null)
  const formId = useId()
  const isFull = desk.get().macros.length >= deskLimits.macros
  const nameProblem = isFull ? 'full' : whyNotName(name, desk.get().macros)
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
        <>
          <Button variant="ghost" keys="Escape" onClick={onClose}>
            {t('form:cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" keys="Enter">
            {t('macros:dialog.save', { count: chosen.length })}
          </Button>
        </>
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
            maxLength={deskLimits.name}
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

export default KeepDialog

type Groups = ReturnType<typeof groupSteps>

/** The last change and the moves after it: what one most likely means by "that again". */
const lastWork = (groups: Groups): number => {
  const at = groups.findLastIndex(({ step }) => 'isChange' in step && step.isChange === true)
  return at < 0 ? Math.max(0, groups.length - 1) : at
}

/** What it changes says more than how one gets there. */
const nameGiver = (steps: readonly Step[]): Step =>
  steps.find((step) => 'isChange' in step && step.isChange === true) ?? steps[0] ?? { command: '', args: {} }

const whyNotName = (name: string, macros: readonly { name: string }[]): 'empty' | 'taken' | null => {
  if (name.trim() === '') return 'empty'
  return macros.some((macro) => macro.name === name.trim()) ? 'taken' : null
}
