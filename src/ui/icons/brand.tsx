/** Logo: a label whose bars form a W. Decorative; used beside the name. */
export const BrandMark = ({ size = 24, className }: { size?: number; className?: string }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={className}>
    <rect width="24" height="24" rx="6" fill="var(--accent)" />
    <g stroke="var(--on-accent)" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" fill="none">
      <path d="M5 7.5 8.2 16.5 12 9.5 15.8 16.5 19 7.5" />
    </g>
  </svg>
)

export const brandName = 'Waybill'

/** Alternating widths of bars and gaps. */
const widths = [3, 2, 1, 2, 1, 3, 2, 1, 4, 2, 1, 1, 2, 3, 1, 2, 3, 1, 1, 2, 2, 1, 4]

/** Decorative bars of a label. */
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
