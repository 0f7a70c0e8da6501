import { cx } from '../cx.ts'

/** Somebody's initials, drawn and not written: the name stands beside them, or names the button that they are on. */
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
