import type { AnchorHTMLAttributes } from 'react'
import { useNavigate } from './router.tsx'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string; state?: unknown }

/** A link within the console: a plain press stays on the page, any other is the browser's. */
export const Link = ({ to, state, onClick, ...rest }: LinkProps) => {
  const navigate = useNavigate()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        const isPlain = !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
        if (event.defaultPrevented || event.button !== 0 || !isPlain) return
        event.preventDefault()
        navigate(to, { state, replace: to === location.pathname + location.search + location.hash })
      }}
    />
  )
}
