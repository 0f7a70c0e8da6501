import type { Macro } from '../../../domain/users/desk.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { changeWords } from '../../palette/results/wording.ts'
import type { MacroRun, MacroServices } from './macro-services.ts'
import { runMacro } from './run-macro.ts'
import { argumentWords, groupSteps, type StepReader, stepWords } from './step-words.ts'
import { tellMacro } from './tell-macro.ts'

type Played = { macro: Macro; start: CommandContext; run: MacroRun; reader: StepReader }

/** Runs a macro, asks what has to be asked on the way, and tells how it ended. In a chunk of its own. */
export const playMacro = async (
  { changes, confirm, takeBack, toasts, t, watch, whole }: MacroServices,
  { macro, start, run, reader }: Played,
): Promise<void> => {
  const steps = macro.steps.map((step) => ({ ...step, words: argumentWords(step, reader) }))
  const end = await runMacro(steps, start, {
    get: reader.get,
    context: whole,
    change: changes.change,
    edit: changes.edit,
    agree: ({ at, report, count }) =>
      confirm({
        titleKey: 'macros:confirm.title',
        detailKey: report === null ? 'macros:confirm.count' : 'macros:confirm.report',
        values: {
          name: macro.name,
          count,
          step: stepWords(macro.steps[at] ?? { command: '', args: {} }, reader),
          report: report === null ? '' : changeWords(report, reader.t),
        },
        lines: groupSteps(macro.steps).map(({ step, times }) =>
          times === 1 ? stepWords(step, reader) : `${stepWords(step, reader)} × ${times}`,
        ),
      }),
    watch,
    patience,
    isStopped: () => run.isStopped,
  })
  run.batches = end.batches
  if (run.isTakenBack) {
    if (end.batches.length > 0) takeBack(end.batches)
    return
  }
  const undo = () => {
    if (run.isTakenBack) return
    run.isTakenBack = true
    takeBack(end.batches)
  }
  const at = macro.steps[end.done]
  tellMacro(toasts, t, { macro, end, stoppedAt: at ? stepWords(at, reader) : '', undo })
}

/** What a list needs at most until it is there. */
const patience = 4_000
