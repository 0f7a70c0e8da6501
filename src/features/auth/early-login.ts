/** What was done in the login's form before its script had come. */
export type EarlyLogin = {
  email: string
  password: string
  /** The name of what had the keyboard. */
  focused: string | null
  /** It was to be signed in with it. */
  isSent: boolean
}

/** The form that stands in index.html. */
const form = document.querySelector<HTMLFormElement>('form.shell-card')
let focused = form?.querySelector(':focus') ?? null
form?.addEventListener('focusin', ({ target }) => {
  focused = target instanceof Element ? target : null
})

let isTaken = false

/** Answers once, as the login replaces the form: everything typed until then counts, and nothing of it at a later login. */
export const takeEarlyLogin = (): EarlyLogin | null => {
  if (form === null || isTaken) return null
  isTaken = true
  const { email = '', password = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>
  return { email, password, focused: focused?.getAttribute('name') ?? null, isSent: 'sent' in form.dataset }
}
