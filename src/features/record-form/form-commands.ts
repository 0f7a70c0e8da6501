import type { Code } from '../../../domain/core/codes.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'

/** Actions of the open form. */
type FormActions = {
  save: () => void
  /** Null when editing. */
  saveAnother: (() => void) | null
  leave: () => void
}

export const formActions = createScreenActions<FormActions>()

/** Commands of a form; work inside fields. */
export const formCommands: readonly Command[] = [
  onForm('form.save', { icon: 'check', keys: 'Mod+Enter' }, ({ save }) => save),
  onForm('form.save-another', { icon: 'plus', keys: 'Mod+Shift+Enter' }, ({ saveAnother }) => saveAnother),
  onForm('form.leave', { icon: 'x', keys: 'Escape' }, ({ leave }) => leave),
]

function onForm(
  id: string,
  { icon, keys }: { icon: Command['icon']; keys: string },
  actOf: (form: FormActions) => (() => void) | null,
): Command {
  const act = (): (() => void) | null => {
    const form = formActions.current()
    return form === null ? null : actOf(form)
  }
  return defineCommand({
    id,
    target: 'none',
    section: 'list',
    icon,
    unrecorded: 'reported',
    keys: [{ keys, when: 'record !list !page:invoice !dialog !menu !palette', allowInInput: true }],
    whyNot: (): Code | null => (act() === null ? 'NOT_FOUND' : null),
    run: () => act()?.(),
  })
}
