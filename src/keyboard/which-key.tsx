import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { continuations } from '../../machines/keys/resolve-key.ts'
import { Keycap } from '../ui/kbd/keycap.tsx'
import { useKeyboard } from './use-keyboard.tsx'

type WhichKeyProps = {
  /** Label of a command by id. */
  label: (command: string) => string
  /** Whether the user's role has the command. */
  isOffered: (command: string) => boolean
}

/** Which-key panel: lists possible next keys after a pause in a sequence. Takes no focus. */
export function WhichKey(props: WhichKeyProps) {
  const { actor } = useKeyboard()
  const shown = useSelector(actor, (snapshot) => snapshot.hasTag('which-key'))

  // The live region must exist before its text: text inserted with it is not announced.
  return <div aria-live="polite">{shown && <Continuations {...props} />}</div>
}

function Continuations({ label, isOffered }: WhichKeyProps) {
  const { t } = useTranslation('keyboard')
  const { actor } = useKeyboard()
  const { bindings, pending, flags } = useSelector(actor, (snapshot) => snapshot.context)

  const next = continuations(bindings, pending, flags).flatMap(({ step, commands }) => {
    const offered = commands.filter(isOffered)
    return offered.length === 0 ? [] : { step, commands: offered }
  })

  return (
    <section
      aria-label={t('whichKey.title')}
      className="fixed inset-x-0 bottom-6 z-50 mx-auto w-fit max-w-[min(44rem,calc(100vw-2rem))] rounded-md bg-raised p-3 text-sm text-ink shadow-float"
    >
      <header className="mb-2 flex items-center gap-2 text-xs text-ink-muted">
        <Keycap isSubject keys={pending.join(' ')} />
        {t('whichKey.next')}
      </header>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 gap-y-1">
        {next.map(({ step, commands }) => (
          <div key={step} className="flex items-center gap-2">
            <dt>
              <Keycap isSubject keys={step} />
            </dt>
            <dd className="truncate">
              {commands.length === 1
                ? label(commands[0] ?? '')
                : t('whichKey.more', { count: commands.length })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
