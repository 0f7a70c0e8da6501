import type { ReactNode } from 'react'
import { BrandMark, brandName } from '../../ui/icons/brand.tsx'
import './paper.css'

/** Class of a printed paper of one size; `paper-block` keeps a part of it on one page. */
export const paperClass = (size: 'a4' | 'a5'): string =>
  `print-root paper paper-${size} flex flex-col gap-5 rounded-lg border border-line bg-surface p-4 outline-none sm:p-8`

/** Head of a paper: our brand, its title, and when and where it is of. */
export const PaperHeader = ({ title, children }: { title: string; children: ReactNode }) => (
  <header className="flex flex-wrap items-start justify-between gap-4">
    <div className="flex items-center gap-2">
      <BrandMark size={28} />
      <span className="text-lg font-semibold tracking-tight">{brandName}</span>
    </div>
    <div className="sm:text-right">
      <h2 dir="auto" className="text-xl font-semibold tracking-tight">
        {title}
      </h2>
      <p className="text-sm text-ink-muted">{children}</p>
    </div>
  </header>
)

type PaperRowProps = { term: string; isStrong?: boolean; children: ReactNode }

/** A fact of a paper, within a `dl`. */
export const PaperRow = ({ term, isStrong = false, children }: PaperRowProps) => (
  <div className="flex items-baseline justify-between gap-4 border-b border-line py-1.5">
    <dt className="text-ink-muted">{term}</dt>
    <dd className={isStrong ? 'text-lg font-semibold' : 'min-w-0 text-right'}>{children}</dd>
  </div>
)

/** Lines for two to sign on. */
export const Signatures = ({ of }: { of: readonly { words: string; name?: string }[] }) => (
  <div className="paper-block mt-10 grid grid-cols-2 gap-8">
    {of.map(({ words, name }) => (
      <p key={words} className="border-t border-line-strong pt-1 text-sm text-ink-muted">
        {words}
        {name !== undefined && (
          <span dir="auto" className="block text-ink">
            {name}
          </span>
        )}
      </p>
    ))}
  </div>
)
