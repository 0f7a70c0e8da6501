import { useWorkspace } from '../../workspace/workspace.ts'

type PastedKeysProps = {
  title: string
  keys: readonly string[]
  more: (count: number) => string
  /** One below the other. */
  isRows?: boolean
}

/** The first keys; all can be copied. */
export const PastedKeys = ({ title, keys, more, isRows = false }: PastedKeysProps) => (
  <section className="flex flex-col gap-1">
    <h3 className="text-sm font-medium text-ink-muted">{title}</h3>
    <ul className={isRows ? 'flex flex-col gap-1 text-sm' : 'flex flex-wrap gap-x-3 gap-y-1 text-sm'}>
      {keys.slice(0, MAX_SHOWN).map((key, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pasted text does not change, and a line may be in it twice.
        <li key={at} className="figures max-w-full truncate" title={key}>
          {key}
        </li>
      ))}
      {keys.length > MAX_SHOWN && <li className="text-ink-muted">{more(keys.length - MAX_SHOWN)}</li>}
    </ul>
  </section>
)

const MAX_SHOWN = 30

/** Copies lines and toasts the result; `copiedKey`: locale key with a count. */
export const useCopyLines = (copiedKey: string) => {
  const { ports } = useWorkspace()
  return async (lines: readonly string[]): Promise<void> => {
    const isCopied = await navigator.clipboard.writeText(lines.join('\n')).then(
      () => true,
      () => false,
    )
    ports.notify({
      tone: isCopied ? 'success' : 'danger',
      titleKey: isCopied ? copiedKey : 'paste:notCopied',
      values: { count: lines.length },
    })
  }
}
