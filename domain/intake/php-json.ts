/** A JSON text as PHP's `json_encode` writes it: no spaces, `/` and all letters beyond ASCII escaped. Numbers stay as written. */
export const phpJson = (json: string): string => {
  let written = ''
  let isInside = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]!
    if (isInside && sign === '\\') {
      written += sign + (json[++at] ?? '')
      continue
    }
    if (sign === '"') isInside = !isInside
    if (isInside) written += escaped(sign)
    else if (!blank.includes(sign)) written += sign
  }
  return written
}

const blank = ' \t\r\n'

const escaped = (sign: string): string => {
  if (sign === '/') return '\\/'
  return sign > '\u007f' ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign
}
