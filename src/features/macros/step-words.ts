import type { ArgumentDefinition, CommandContext } from '../../commands/command.ts'
import type { Arguments } from '../../commands/command-ports.ts'
import type { Registry } from '../../commands/create-registry.ts'
import { labelOfCommand } from '../../commands/run-command.ts'
import type { Translate } from '../../i18n/i18n.ts'

/** A command with arguments; `words`: labels of arguments just entered. */
export type MacroStep = { command: string; args: Arguments; words?: readonly string[] }

export type StepReader = { get: Registry['get']; context: () => CommandContext; t: Translate }

/** `Status : Confirmed`: text of a step. Values without a loaded label are omitted. */
export const stepWords = (step: MacroStep, reader: StepReader): string => {
  const own = argumentWords(step, reader)
  // Words given with a step lack texts, such as a comment; its own ones lack names that must be fetched.
  const words = (step.words?.length ?? 0) >= own.length ? (step.words ?? own) : own
  const what = stepLabel(step, reader)
  return words.length === 0 ? what : reader.t('common:said', { what, words: words.join(', ') })
}

const stepLabel = ({ command }: MacroStep, { get, t }: StepReader): string => labelOfCommand(command, get, t)

/** Labels of the arguments in the current language. */
export const argumentWords = ({ command, args }: MacroStep, reader: StepReader): string[] =>
  (reader.get(command)?.args ?? []).flatMap((argument) => {
    const value = args[argument.name]
    return value === undefined ? [] : wordsOf(argument, value, reader)
  })

const wordsOf = (argument: ArgumentDefinition, value: string, { context, t }: StepReader): string[] => {
  if (argument.kind === 'record') return []
  if (argument.kind !== 'choice') return [value]
  const stop = new AbortController()
  const choices = argument.choices(context(), stop.signal)
  if (choices instanceof Promise) {
    // Choices that must be fetched are omitted.
    choices.catch(() => undefined)
    stop.abort()
    return []
  }
  const choice = choices.find((one) => one.value === value)
  if (choice === undefined) return []
  return [choice.labelKey === undefined ? choice.text : t(choice.labelKey)]
}

/** Repeated steps collapsed with a count. */
export type StepGroup<S extends MacroStep> = { step: S; times: number }

export const groupSteps = <S extends MacroStep>(steps: readonly S[]): StepGroup<S>[] => {
  const groups: StepGroup<S>[] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (last !== undefined && isSameStep(last.step, step)) last.times += 1
    else groups.push({ step, times: 1 })
  }
  return groups
}

const isSameStep = (a: MacroStep, b: MacroStep): boolean =>
  a.command === b.command && JSON.stringify(a.args) === JSON.stringify(b.args)
