import { createContext, type ReactNode, use, useState } from 'react'
import { imageSource, storedImageHash } from '../../../domain/lib/image.ts'
import { isSafeLink } from '../../../domain/lib/typed/read-link.ts'
import { cx } from '../cx.ts'

/** A user's initials; hidden from screen readers, since the name is beside them. */
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

/** Prefix of uploaded pictures' paths: the server's origin, if not the page's. */
export const PictureOrigin = createContext('')

type PictureProps = {
  /** A link, or the path of an uploaded picture, loaded in a suitable size. */
  source: string | null
  /** CSS pixels of its square. */
  size: number
  /** Shown if there is no picture or it fails to load. */
  fallback: ReactNode
  /** Loads at once, also out of view: for printing. */
  isEager?: boolean
  /** `alt` text, if no name is beside it. */
  label?: string
  className?: string
}

/** Some links were stored before links were validated. */
const isLoadable = (source: string): boolean => storedImageHash(source) !== null || isSafeLink(source)

/** A picture; decorative unless labelled. */
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
      // Other sites do not learn the page's URL.
      referrerPolicy="no-referrer"
      className={cx('shrink-0 object-cover', className)}
      onError={() => setBroken(source)}
    />
  )
}
