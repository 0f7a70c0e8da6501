import { admits } from '../../../domain/access/routes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import {
  isLabelFormat,
  type LabelFormatName,
  labelFormatNames,
} from '../../../domain/labels/label-format-names.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'

const when = 'page:labels !list !record'

export const labelCommands: readonly Command[] = [
  defineCommand({
    id: 'labels.print',
    target: 'none',
    section: 'list',
    icon: 'printer',
    keys: [
      { keys: 'p', when },
      { keys: 'Mod+p', when, allowInInput: true },
    ],
    unrecorded: 'quietly',
    whyNot: whyNotHere,
    run: () => labelActions.current()?.print(),
  }),
  defineCommand({
    id: 'labels.format',
    target: 'none',
    section: 'list',
    icon: 'sliders',
    keys: ['f'],
    when,
    unrecorded: 'quietly',
    args: [
      {
        name: 'format',
        kind: 'choice',
        hasDigits: true,
        choices: () => labelFormatNames.map((value) => ({ value, labelKey: `labels:formats.${value}` })),
      },
    ],
    whyNot: whyNotHere,
    run: (_, { format }) => {
      if (isLabelFormat(format)) labelActions.current()?.chooseFormat(format)
    },
  }),
  defineCommand({
    id: 'labels.sheet',
    target: 'none',
    section: 'list',
    icon: 'list-checks',
    keys: ['l'],
    when,
    unrecorded: 'quietly',
    whyNot: whyNotHere,
    run: () => labelActions.current()?.toggleSheet(),
  }),
  defineCommand({
    id: 'labels.back',
    target: 'none',
    section: 'go',
    icon: 'arrow-left',
    keys: ['Escape'],
    when,
    hidden: true,
    unrecorded: 'quietly',
    whyNot: whyNotHere,
    run: () => labelActions.current()?.leave(),
  }),
]

function whyNotHere({ actor }: CommandContext): Code | null {
  if (actor === null || !admits('/shippings/labels', actor)) return 'FORBIDDEN'
  return labelActions.current() === null ? 'NOT_FOUND' : null
}

/** Actions of the open print page. */
type LabelActions = {
  /** Counts the prints, then opens the print dialog. */
  print: () => void
  chooseFormat: (format: LabelFormatName) => void
  /** Switches between labels and pick list. */
  toggleSheet: () => void
  leave: () => void
}

export const labelActions = createScreenActions<LabelActions>()
