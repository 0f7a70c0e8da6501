import { createAtom } from '@xstate/store'
import type { ChangeActor } from '../../../machines/change/change-machine.ts'
import type {
  AskedForm,
  CommandPorts,
  ErasedCustomer,
  HistoryRecord,
  Question,
  RevokedRecord,
} from '../../commands/command-ports.ts'
import type { UnsavedChanges } from '../../stores/unsaved-changes.ts'
import type { ConsoleServices } from '../services/console-services.ts'

export type AskedQuestion = Question & { answer: (isYes: boolean) => void }

/** What is open above the screen: dialogs and sheets, closed from the top by `layers`. */
export const createOverlays = ({
  layers,
  unsaved,
}: Pick<ConsoleServices, 'layers'> & { unsaved: UnsavedChanges }) => {
  const help = createAtom(false)
  const jobs = createAtom(false)
  /** Whether the settings dialog is open. */
  const appearance = createAtom(false)
  const questions = createAtom<AskedQuestion | null>(null)
  const form = createAtom<AskedForm | null>(null)
  const asking = createAtom<ChangeActor | null>(null)
  const history = createAtom<HistoryRecord | null>(null)
  const revoking = createAtom<RevokedRecord | null>(null)
  const erasing = createAtom<ErasedCustomer | null>(null)
  layers.followAtom(help, () => help.set(false))
  layers.followAtom(form, () => form.set(null))
  layers.followAtom(history, () => history.set(null))
  layers.followAtom(revoking, () => revoking.set(null))
  layers.followAtom(erasing, () => erasing.set(null))
  layers.followAtom(unsaved.pending, () => unsaved.answer(false))
  layers.followAtom(questions, () => {
    const question = questions.get()
    questions.set(null)
    question?.answer(false)
  })
  layers.followAtom(asking, () => {
    const change = asking.get()
    asking.set(null)
    if (change?.getSnapshot().hasTag('asking')) change.send({ type: 'change.cancel' })
  })
  const confirm: CommandPorts['confirm'] = (question) =>
    new Promise((resolve) => questions.set({ ...question, answer: (isYes) => resolve(isYes) }))
  return { help, jobs, appearance, questions, form, asking, history, revoking, erasing, confirm }
}
