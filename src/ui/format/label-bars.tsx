/** Widths of bars and gaps, in turns, as on a parcel's label. */
const widths = [3, 2, 1, 2, 1, 3, 2, 1, 4, 2, 1, 1, 2, 3, 1, 2, 3, 1, 1, 2, 2, 1, 4]

/** Bars of a label. Decoration. */
export const LabelBars = ({ className }: { className?: string }) => {
  const starts = widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width, 0))
  const total = widths.reduce((sum, width) => sum + width, 0)
  return (
    <svg viewBox={`0 0 ${total} 16`} preserveAspectRatio="none" aria-hidden="true" className={className}>
      {widths.map(
        (width, index) =>
          index % 2 === 0 && (
            <rect key={starts[index]} x={starts[index]} width={width} height="16" fill="currentColor" />
          ),
      )}
    </svg>
  )
}
