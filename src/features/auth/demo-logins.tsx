import { useTranslation } from 'react-i18next'

export type DemoLogin = {
  email: string
  /** What it lets one see, as a word. */
  role: string
}

type DemoLoginsProps = { logins: readonly DemoLogin[]; password: string; onFill: (email: string) => void }

/** What to type in the demo company; a press fills both fields and waits at the button for Enter. */
export const DemoLogins = ({ logins, password, onFill }: DemoLoginsProps) => {
  const { t } = useTranslation('auth')
  return (
    <section aria-labelledby="demo-logins">
      <h2 id="demo-logins" className="text-sm font-medium">
        {t('demo.title')}
      </h2>
      <p className="mt-0.5 text-xs text-ink-muted">
        {t('demo.password')} <code className="font-mono text-ink select-all">{password}</code>
      </p>
      <ul className="-mx-2 mt-2 flex flex-col gap-px">
        {logins.map((login) => (
          <li key={login.email}>
            <button
              type="button"
              onClick={() => onFill(login.email)}
              className="flex min-h-8 w-full items-center gap-3 rounded-md px-2 text-left text-sm hover:bg-hover focus-visible:bg-hover pointer-coarse:min-h-11"
            >
              <span className="flex-1 whitespace-nowrap">{login.role}</span>
              <span className="min-w-0 truncate text-ink-muted">{login.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
