import { useState } from 'react'
import { Avatar } from '../icons/avatar.tsx'

/** A record's picture, or the initials of its name where it has none or none that can be fetched. */
export const OptionPicture = ({ name, picture }: { name: string; picture: string | null }) => {
  const [broken, setBroken] = useState<string | null>(null)
  if (picture === null || picture === broken) return <Avatar name={name} className="size-8 rounded-md" />
  return (
    // Beside its name it has nothing to say of its own. The other site need not know who looks.
    <img
      src={picture}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className="size-8 shrink-0 rounded-md border border-line object-cover"
      onError={() => setBroken(picture)}
    />
  )
}
