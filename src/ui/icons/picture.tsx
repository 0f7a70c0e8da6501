import { createContext, type ReactNode, use, useState } from 'react'
import { imageSource, storedImageHash } from '../../../domain/lib/image.ts'
import { isSafeLink } from '../../../domain/lib/typed/read-link.ts'
import { cx } from '../cx.ts'

/** A user's initials, hidden from screen readers: the name is next to them, or labels their button. */
export const Avatar = ({ name, className }: { name: string; className?: string }) => (
  <span
    aria-hidden="true"
    data-initials={initials(name)}
    className={cx(
      'flex size-6 shrink-0 items-center justify-center rounded-full bg-accent text-2xs font-semibold text-on-accent before:content-[attr(data-initials)]',
      className,
    )}
  />
)

/** `Awa Koné` -> `AK`, `Awa` -> `A`. */
const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''
  return ((words[0]?.[0] ?? '') + last).toUpperCase()
}

/** Before the paths of uploaded pictures: the server's address, where the page is not its own. */
export const PictureOrigin = createContext('')

type PictureProps = {
  /** A link, or the path of an uploaded picture, which is loaded in the size that it is shown in. */
  source: string | null
  /** Of its square, in CSS pixels. */
  size: number
  /** Where there is none, or none that can be loaded. */
  fallback: ReactNode
  /** Loads it at once, also out of view: for paper. */
  isEager?: boolean
  /** What a screen reader says where no name is beside it. */
  label?: string
  className?: string
}

/** Some links were stored before they were checked. */
const isLoadable = (source: string): boolean => storedImageHash(source) !== null || isSafeLink(source)

/** A picture next to the name of what it shows, unless it has a label of its own. */
export const Picture = ({ source, size, fallback, isEager, label = '', className }: PictureProps) => {
  const origin = use(PictureOrigin)
  const [broken, setBroken] = useState<string | null>(null)
  if (source === null || source === broken || !isLoadable(source)) return fallback
  const address = imageSource(source, size)
  return (
    <img
      src={storedImageHash(address) === null ? address : `${origin}${address}`}
      alt={label}
      width={size}
      height={size}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      // Another site need not know who looks.
      referrerPolicy="no-referrer"
      className={cx('shrink-0 object-cover', className)}
      onError={() => setBroken(source)}
    />
  )
}
