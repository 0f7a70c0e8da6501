import { type ReactNode, useId } from 'react'

type LandingSectionProps = { title: string; lead: string; children: ReactNode }

/** A part of the landing page under its heading. */
export const LandingSection = ({ title, lead, children }: LandingSectionProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-8">
      <div className="max-w-180">
        <h2 id={id} className="text-2xl font-semibold tracking-tight text-balance">
          {title}
        </h2>
        <p className="mt-2 text-lg text-pretty text-ink-muted">{lead}</p>
      </div>
      {children}
    </section>
  )
}
