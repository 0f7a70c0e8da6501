import { Avatar } from '../ui/icons/avatar.tsx'

export type Person = { name: string; role: string }

/** Who one is, at the foot of the menu; a narrow one has room for the initials. */
export const UserCard = ({ name, role, isNarrow }: Person & { isNarrow: boolean }) => {
  const whole = `${name} · ${role}`
  if (isNarrow) {
    return (
      <div role="img" aria-label={whole} title={whole} className="border-t border-line py-2.5">
        <Avatar name={name} className="mx-auto size-7" />
      </div>
    )
  }
  return (
    <div className="flex items-center gap-2.5 border-t border-line px-3.5 py-2.5">
      <Avatar name={name} className="size-8" />
      <div className="min-w-0" title={whole}>
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="truncate text-xs text-ink-muted">{role}</p>
      </div>
    </div>
  )
}
