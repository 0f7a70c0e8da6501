export type PathParams = Readonly<Record<string, string>>

/** What a path has where its route has a `:name`; null where the path is none of that route's. */
export const matchPath = (route: string, pathname: string): PathParams | null => {
  const parts = pathname.replace(/(?<=[^/]|^\/)\/+$/, '').split('/')
  const pattern = route.split('/')
  if (pattern.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (!wanted.startsWith(':')) {
      if (part.toLowerCase() !== wanted.toLowerCase()) return null
    } else if (part === '') return null
    else params[wanted.slice(1)] = decoded(part)
  }
  return params
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
