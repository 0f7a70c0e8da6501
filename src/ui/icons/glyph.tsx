import type { SVGProps } from 'react'

/** What the build makes of an icon (scripts/lib/light-icons.mjs): all of its strokes as one path. */
export const glyphOf =
  (path: string) =>
  ({ size = 24, ...props }: SVGProps<SVGSVGElement> & { size?: number }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: whoever shows it says whether it is decoration or has a name.
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d={path} />
    </svg>
  )
