import { cx } from '../cx.ts'

export type SkeletonProps = { lines?: number; className?: string }

const widths = ['w-11/12', 'w-3/4', 'w-5/6', 'w-2/3']

/** The shape of what is coming. It does not move: a page that blinks is read as a page that changed. */
export const Skeleton = ({ lines = 1, className }: SkeletonProps) => (
  <div aria-hidden="true" className={cx('flex flex-col gap-2.5 py-1', className)}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
      <div key={line} className={cx('h-3 rounded-sm bg-line', widths[line % widths.length])} />
    ))}
  </div>
)
