import type { TypedValues } from '../features/auth/login-screen.tsx'

export type TypedLogin = {
  /** Something was typed. */
  isBegun: boolean
  /** The first call only, so that the login is empty when it is opened again. */
  takeValues: () => TypedValues
  /** Focus, selection, and the button that was pressed; call it after the render. */
  restore: () => void
}

/** What was done in the login that index.html shows before the console has loaded (first-page.tsx). Read it before the render. */
export const readTypedLogin = (root: HTMLElement): TypedLogin => {
  const inputs = [...root.querySelectorAll('input')]
  const read = ({ type, value, checked }: HTMLInputElement) =>
    type === 'checkbox' ? (checked ? 'yes' : '') : value
  let values: TypedValues | null = Object.fromEntries(inputs.map((input) => [input.name, read(input)]))
  const focused = inputs.find((input) => input === document.activeElement)
  const { selectionStart, selectionEnd } = focused ?? {}
  const pressed = root.dataset.pressed
  return {
    isBegun: inputs.some((input) => read(input) !== ''),
    takeValues: () => {
      const taken = values ?? {}
      values = null
      return taken
    },
    restore: () => {
      const input = focused && root.querySelector<HTMLInputElement>(`input[name="${focused.name}"]`)
      input?.focus()
      // Fields for e-mail addresses have no selection.
      if (typeof selectionStart === 'number') input?.setSelectionRange(selectionStart, selectionEnd ?? null)
      if (pressed !== undefined) root.querySelectorAll('button')[Number(pressed)]?.click()
    },
  }
}
