/** How everything that can be typed in or chosen from looks. */
export const controlClass =
  'w-full min-w-0 rounded-md border border-control bg-raised text-ink outline-offset-0 ' +
  'hover:border-ink-faint focus-visible:border-focus disabled:border-line-strong disabled:bg-canvas disabled:text-ink-muted ' +
  '[&[readonly]]:bg-canvas aria-invalid:border-danger pointer-coarse:min-h-11 pointer-coarse:text-lg'
