/** The mark: a parcel's label whose bars make a W. Decoration; the name stands beside it. */
export const BrandMark = ({ size = 24, className }: { size?: number; className?: string }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={className}>
    <rect width="24" height="24" rx="6" fill="var(--accent)" />
    <g stroke="var(--on-accent)" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" fill="none">
      <path d="M5 7.5 8.2 16.5 12 9.5 15.8 16.5 19 7.5" />
    </g>
  </svg>
)

/** A name, the same in every language. */
export const brandName = 'Waybill'
