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
  /** How many sheets there are, in words; null while they are read. */
  count: string | null
  /** The command that prints, then the others to hint at. */
  commands: readonly [print: string, ...others: string[]]
  /** Why nothing could be read. */
  failure: Failure | null
  onRetry: () => void
  /** Set where the address names nothing to print. */
  nothing: { title: string; detail: string; toList: string } | null
  /** Back to the list that it came from. */
  onLeave: () => void
  /** The sheets: an element with `className="print-root"`, and what is chosen about them. */
  children: ReactNode
}

/** A page of sheets for the printer: with its command and its keys, or why there is nothing to print. */
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

/** Opens the print dialog once fonts and pictures of the sheets are drawn; not for a user who has left meanwhile. */
export const printSheets = async (): Promise<void> => {
  const images = [...document.querySelectorAll<HTMLImageElement>('.print-root img')]
  // A picture that cannot be decoded is printed as it is.
  await Promise.all([document.fonts.ready, ...images.map((image) => image.decode().catch(() => undefined))])
  if (document.querySelector('.print-root') !== null) window.print()
}

/** The records that the address of a print page names, the same object as long as it names the same; null for none. */
export const useChosen = (): Target | null => {
  const [params] = useQueryParams()
  const { key, target } = chosenIn(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says the target.
  return useMemo(() => target, [key])
}

/** The query of the list that led to a print page; empty where its address does not have it. */
export const useListQuery = (): string => {
  const [params] = useQueryParams()
  const list = params.get('list') ?? ''
  return list.startsWith('?') ? list : ''
}

/** The parameters of a print page's own, beside those that name records. */
const ownParameters = ['sheet', 'list']

/** Which records the parameters name: those of a list, `ids` and `except` among them. `key` is the same for the same records. */
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
