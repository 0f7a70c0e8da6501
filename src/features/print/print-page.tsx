import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Target } from '../../../domain/changes/changes.ts'
import type { Failure } from '../../../machines/failure.ts'
import { Page } from '../../layouts/page.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/screen-states.tsx'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { CommandButton, CommandHints } from '../records/command-button.tsx'

type PrintPageProps = {
  title: string
  /** Number of sheets in words; null while loading. */
  count: string | null
  /** The print command, then others to hint at. */
  commands: readonly [print: string, ...others: string[]]
  /** Failure of loading. */
  failure: Failure | null
  onRetry: () => void
  /** Set if the URL names nothing to print. */
  nothing: { title: string; detail: string; toList: string } | null
  /** Back to the list. */
  onLeave: () => void
  /** The sheets: an element with `className="print-root"`, and options. */
  children: ReactNode
}

/** Frame of a print page: commands, or why there is nothing to print. */
export const PrintPage = ({
  title,
  count,
  commands,
  failure,
  onRetry,
  nothing,
  onLeave,
  children,
}: PrintPageProps) => {
  const { t } = useTranslation(['errors', 'list'])
  if (nothing !== null) {
    return (
      <Page title={title}>
        <EmptyState
          icon="printer"
          title={nothing.title}
          detail={nothing.detail}
          next={[{ label: nothing.toList, keys: 'Escape', onPress: onLeave }]}
        />
      </Page>
    )
  }
  if (failure !== null) {
    return (
      <Page title={title}>
        <ErrorState
          title={t(`errors:${failure.code}`)}
          reference={failure.reference}
          action={{ label: t('list:refresh'), onPress: onRetry }}
        />
      </Page>
    )
  }
  return (
    <Page
      title={title}
      beside={count && <span className="figures text-sm">{count}</span>}
      actions={<CommandButton command={commands[0]} variant="primary" />}
      footer={<CommandHints commands={commands} />}
    >
      {children}
    </Page>
  )
}

/** Opens the print dialog once fonts and images are ready, unless the user has left. */
export const printSheets = async (): Promise<void> => {
  const images = [...document.querySelectorAll<HTMLImageElement>('.print-root img')]
  // An image that cannot be decoded is printed as it is.
  await Promise.all([document.fonts.ready, ...images.map((image) => image.decode().catch(() => undefined))])
  if (document.querySelector('.print-root') !== null) window.print()
}

/** The target records in the URL, referentially stable; null for none. */
export const useChosen = (): Target | null => {
  const [params] = useQueryParams()
  const { key, target } = chosenIn(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says the target.
  return useMemo(() => target, [key])
}

/** Query string of the list that led here; may be empty. */
export const usePrintedQuery = (): string => {
  const [params] = useQueryParams()
  const list = params.get('list') ?? ''
  return list.startsWith('?') ? list : ''
}

/** Parameters of the print page itself. */
const ownParameters = ['sheet', 'list']

/** Parameters that select records: those of a list with `ids` and `except`. `key`: equal for equal targets. */
const chosenIn = (params: URLSearchParams): { key: string; target: Target | null } => {
  const chosen = new URLSearchParams([...params].filter(([name]) => !ownParameters.includes(name)))
  return { key: chosen.toString(), target: targetOf(Object.fromEntries(chosen)) }
}

const targetOf = ({ except, ids, ...where }: Record<string, string>): Target | null => {
  if (ids !== undefined && Object.keys(where).length === 0) {
    const named = ids.split(',').filter((id) => id !== '')
    return named.length === 0 ? null : { ids: named }
  }
  const all = ids === undefined ? where : { ...where, ids }
  if (Object.keys(all).length === 0) return null
  return { where: all, ...(except ? { except: except.split(',') } : {}) }
}
