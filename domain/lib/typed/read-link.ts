import type { Code } from '../../core/codes.ts'
import { MAX_LINK_LENGTH } from '../field.ts'
import { isLookAlike } from '../look-alike.ts'
import { accept, type Result, refuse } from '../result.ts'

/** Available in browsers and Node, but not in TypeScript's `lib` for this folder. */
declare const URL: new (link: string) => { protocol: string; host: string; hostname: string }

/**
 * Validates a link that is typed, pasted, sent or imported: `http` or `https`, a host, and nothing that a browser resolves
 * differently from what people read. Invisible characters at both ends are removed, those inside are refused. Otherwise the
 * link is stored as written.
 */
export const readLink = (typed: string): Result<string> => {
  const link = trimLink(typed)
  if (link.length > MAX_LINK_LENGTH) return refuse('TOO_LONG')
  const code = whyNotLink(link)
  return code === null ? accept(link) : refuse(code)
}

/** Whether a stored link may be opened or loaded. Earlier versions stored unsafe ones. */
export const isSafeLink = (link: string): boolean => {
  const read = readLink(link)
  return read.ok && read.value === link
}

/**
 * Display text of a link: host in punycode if it has non-ASCII letters; in an unsafe link, every invisible character is spelled
 * out.
 */
export const shownLink = (link: string): string => {
  if (!isSafeLink(link)) return withAsciiHost(link).replace(unseen, spelled)
  const rest = parts.exec(link)?.[2]
  if (rest === undefined) return link
  const { protocol, host } = new URL(link)
  return `${protocol}//${host}${rest}`
}

/** Also handles unsafe links: invisible characters around or in the scheme, backslashes for slashes. */
const withAsciiHost = (link: string): string => {
  const [, scheme = '', authority = '', rest = ''] = anyParts.exec(link) ?? []
  if (!/^https?:/i.test(trimLink(scheme).replace(misread, ''))) return link
  return `${scheme}${authority.replace(foreignPart, asciiHost)}${rest}`
}

/** Scheme with its slashes and invisible characters; the part up to the next slash; the rest. */
const anyParts =
  /^([^:/\\?#]*:[/\\\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc]*)([^/\\?#]+)(.*)$/su

/** Runs between invisible characters or `@`, to be converted if not ASCII. */
const foreignPart = /[^@\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc]+/gu

const asciiHost = (part: string): string => {
  if (!foreignCharacter.test(part)) return part
  try {
    return new URL(`https://${part}`).host
  } catch {
    return part.replace(foreignCharacters, spelled)
  }
}

const foreignCharacter = /[^!-~]/u
const foreignCharacters = /[^!-~]/gu

/** Trims spaces, line ends and invisible characters. */
export const trimLink = (typed: string): string => {
  const characters = Array.from(typed)
  const first = characters.findIndex((character) => !around.test(character))
  const last = characters.findLastIndex((character) => !around.test(character))
  return first === -1 ? '' : characters.slice(first, last + 1).join('')
}

const around = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc]$/u

/** Characters that are invisible, change direction, or that browsers read as `/`. */
const misread = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\\]/gu

/** The same without the backslash, which is visible. */
const unseen = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu

const spelled = (mark: string): string =>
  `⟨U+${mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`

/** Whether a stored link has misleading characters; false for a text that is no link. */
export const isMisleadingLink = (link: string): boolean => {
  const read = readLink(link)
  return !read.ok && read.code === 'LINK_UNSAFE'
}

/** Characters that end a link within a text. */
const foreign = /[ "<>`]/

/** Host with port; the rest. */
const parts = /^https?:\/\/([^/?#]+)(.*)$/is

/** Full stops of other scripts, and `%`, which browsers decode in a host. */
const disguised = /[%\u3002\uff0e\uff61]/

const whyNotLink = (link: string): Code | null => {
  const visible = link.replace(misread, '')
  if (!/^https?:/i.test(visible)) return 'NOT_A_URL'
  if (visible !== link) return 'LINK_UNSAFE'
  const authority = parts.exec(link)?.[1]
  if (authority === undefined || foreign.test(link)) return 'NOT_A_URL'
  if (authority.includes('@')) return 'LINK_UNSAFE'
  const written = authority.replace(/:\d*$/, '').toLowerCase()
  const read = hostOf(link)
  if (written.startsWith('[') && read !== null) return null
  if (disguised.test(written)) return 'LINK_UNSAFE'
  const labels = written.replace(/\.$/, '').split('.')
  if (labels.some(isLookAlike)) return 'LINK_UNSAFE'
  // IPv4 addresses in other notations: `0x7f.1`, `2130706433`.
  if (read !== null && ipv4.test(read) && read !== written) return 'LINK_UNSAFE'
  return read === null || labels.length < 2 || labels.includes('') ? 'NOT_A_URL' : null
}

const ipv4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/

/** The host that a browser would contact; null if the browser rejects the link. */
const hostOf = (link: string): string | null => {
  try {
    return new URL(link).hostname || null
  } catch {
    return null
  }
}
