import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { BrandMark } from '../../ui/icons/brand-mark.tsx'
import { brandName } from '../../ui/icons/brand-name.ts'

/** The name, which leads home, and what stands at the far end. */
export const SiteHeader = ({ children }: { children: ReactNode }) => (
  <header className="flex h-14 items-center gap-2 px-4 desk:px-8">
    <Link
      to={paths.home()}
      className="mr-auto flex min-h-8 items-center gap-2 rounded-md p-1 text-lg font-semibold tracking-tight"
    >
      <BrandMark />
      {brandName}
    </Link>
    {children}
  </header>
)
