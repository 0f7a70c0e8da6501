import i18next from 'i18next'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { createConsoleRegistry } from '../../../../src/app/commands/registry.ts'
import { commandLabel } from '../../../../src/commands/run-command.ts'
import { KeyboardProvider, useKeyContext } from '../../../../src/keyboard/use-keyboard.tsx'
import { WhichKey } from '../../../../src/keyboard/which-key.tsx'
import { Dialog } from '../../../../src/ui/overlay/dialog.tsx'
import type { TypingPage } from './typing-page.ts'

/**
 * The console's keyboard with all commands, which are recorded instead of run: otherwise a command would change the screen for
 * the next key.
 */
const port = new Proxy({}, { get: () => () => undefined }) as Parameters<typeof createConsoleRegistry>[0]
const { bindings } = createConsoleRegistry(port)

const timing = { hint: Number(new URLSearchParams(location.search).get('hint')), timeout: 1_200, grace: 300 }

const Flag = ({ name }: { name: string }) => {
  useKeyContext(name)
  return null
}

const Page = () => {
  const [flags, setFlags] = useState<readonly string[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const typing: TypingPage = { bindings, fired: [], setFlags, setIsOpen }
  const [page] = useState(typing)
  Object.assign(window, { typing: page })
  return (
    <KeyboardProvider bindings={bindings} timing={timing} dispatch={(command) => page.fired.push(command)}>
      {flags.map((flag) => (
        <Flag key={flag} name={flag} />
      ))}
      <main aria-label={flags.join(' ')} tabIndex={-1}>
        <input aria-label="Texte" />
        <textarea aria-label="Texte long" />
      </main>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Fenêtre" />
      <WhichKey label={(id) => commandLabel({ id }, (key) => i18next.t(key))} isOffered={() => true} />
    </KeyboardProvider>
  )
}

/** Texts by namespace, inserted by this page's build. */
declare const FRENCH: Record<string, object>

await i18next.use(initReactI18next).init({
  lng: 'fr',
  resources: { fr: FRENCH },
  interpolation: { escapeValue: false },
})
createRoot(document.getElementById('page') ?? document.body).render(<Page />)
