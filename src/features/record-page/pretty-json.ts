/** JSON as it came, one member a line: every digit stays, unlike after parsing. Other text stays as it is. */
export const prettyJson = (raw: string): string => {
  const text = raw.trim()
  if (!/^[{[]/.test(text)) return raw
  let depth = 0
  let shown = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') shown += `${token}${lineAt(++depth)}`
    else if (token === '}' || token === ']') shown += `${lineAt(--depth)}${token}`
    else if (token === ',') shown += `,${lineAt(depth)}`
    else shown += token === ':' ? ': ' : token
  }
  return shown.replace(/([[{])\s+([\]}])/g, '$1$2')
}

/** Texts, single marks, and what stands between them; spaces between are dropped. */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g

const MAX_DEPTH = 40

const lineAt = (depth: number): string => `\n${'  '.repeat(Math.min(Math.max(depth, 0), MAX_DEPTH))}`
