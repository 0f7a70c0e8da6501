import { type ReactNode, useId } from 'react'

/** One answer of the calculator. */
export const ResultPanel = ({ title, children }: { title: string; children: ReactNode }) => {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <h2 id={titleId} className="text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
