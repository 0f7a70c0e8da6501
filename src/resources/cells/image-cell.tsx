import { useState } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'

/** A picture by its link, as small as the row; a sign of goods where there is none, or where it cannot be fetched. */
export const ImageCell = ({ url }: { url: string | null }) => {
  const [broken, setBroken] = useState<string | null>(null)
  const isShown = url !== null && url !== broken
  return (
    <span className="flex size-6 items-center justify-center overflow-hidden rounded-sm border border-line bg-canvas text-ink-faint">
      {isShown ? (
        // Beside its product's name: it has nothing to say of its own. The other site need not know who looks.
        <img
          src={url}
          alt=""
          width={24}
          height={24}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBroken(url)}
        />
      ) : (
        <Icon name="package" size={14} />
      )}
    </span>
  )
}
