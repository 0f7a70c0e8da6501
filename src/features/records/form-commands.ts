import type { Code } from '../../../domain/codes.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import { type FormDesk, formDesk } from './form-desk.ts'

/** What can be done with a form, from inside its fields too. */
export const formCommands: readonly Command[] = [
  onForm('form.save', { icon: 'check', keys: 'Mod+Enter' }, ({ save }) => save),
  onForm('form.save-another', { icon: 'plus', keys: 'Mod+Shift+Enter' }, ({ saveAnother }) => saveAnother),
  onForm('form.leave', { icon: 'x', keys: 'Escape' }, ({ leave }) => leave),
]

function onForm(
  id: string,
  { icon, keys }: { icon: Command['icon']; keys: string },
  actOf: (form: FormDesk) => (() => void) | null,
): Command {
  const act = (): (() => void) | null => {
    const form = formDesk.current()
    return form === null ? null : actOf(form)
  }
  return defineCommand({
    id,
    target: 'none',
    section: 'list',
    icon,
    unrecorded: 'told',
    keys: [{ keys, when: 'record !list !page:invoice !dialog !menu !palette', allowInInput: true }],
    whyNot: (): Code | null => (act() === null ? 'NOT_FOUND' : null),
    run: () => act()?.(),
  })
}
