import type { SVGProps } from 'react'

/** What the build makes of an icon (scripts/lib/light-icons.mjs): its strokes as they are written, in one element. */
export const glyphOf =
  (strokes: string) =>
  ({ size = 24, ...props }: SVGProps<SVGSVGElement> & { size?: number }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by the build out of the icons' own module.
      dangerouslySetInnerHTML={{ __html: strokes }}
    />
  )
