/** The class of the one element that everything stands in. */
const page = '.waybill'

/**
 * Makes a style sheet of Tailwind's fit for a shadow root in a page that is not ours. There `:root` and `html` match
 * nothing, `@property` is not heard, and `rem` is whatever that page has made of it: what was said of the root is said of
 * our own element, what was registered is set, and `rem` is counted from `--rem`, which the element carries.
 */
export function shadowCss(css) {
  return css
    .replace(/@property\s+--[\w-]+\s*\{[^}]*\}/g, '')
    .replace(/[^{};]+[{};]?/g, (part) =>
      part.endsWith('{') ? prelude(part) : part.replace(rem, (_, size) => `calc(${size}*var(--rem))`),
    )
}

const rem = /(?<![\w#-])(-?\d*\.?\d+)rem\b/g

/** A selector, or the condition of a rule: in one of these `rem` is the browser's own, and no variable is known. */
function prelude(part) {
  // Tailwind's own way out for browsers without `@property`.
  if (/^\s*@supports.*-webkit-hyphens/s.test(part)) return '@supports (display:block){'
  if (part.trimStart().startsWith('@')) return part.replace(rem, (_, size) => `${Number(size) * 16}px`)
  return part.replace(/:root\b|:host\b/g, page).replace(/(^|,)(\s*)html(?=[,{\s])/g, `$1$2${page}`)
}
