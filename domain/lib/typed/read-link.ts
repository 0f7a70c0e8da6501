import type { Code } from '../../core/codes.ts'
import { MAX_LINK_LENGTH } from '../field.ts'
import { isLookAlike } from '../look-alike.ts'
import { accept, type Result, refuse } from '../result.ts'

/** Of every browser and of Node; the language itself has none. */
declare const URL: new (link: string) => { protocol: string; host: string; hostname: string }

/**
 * Reads a link that somebody has typed, pasted, sent or imported, for all who store one or follow it: `http` or `https`, the name
 * or address of a host, and nothing that a person and a browser read differently. Marks around it are taken off; those within
 * are refused, since without them it may lead elsewhere. What is good stays as it was written.
 */
export const readLink = (typed: string): Result<string> => {
  const link = trimLink(typed)
  if (link.length > MAX_LINK_LENGTH) return refuse('TOO_LONG')
  const code = whyNotLink(link)
  return code === null ? accept(link) : refuse(code)
}

/** Whether a stored link may be followed or loaded. Some of earlier versions may not. */
export const isSafeLink = (link: string): boolean => {
  const read = readLink(link)
  return read.ok && read.value === link
}

/**
 * A link as it is shown: its host as a browser asks for it, letters of other scripts in punycode. Of one that is not safe every
 * mark that nobody sees is spelled out, so that it cannot turn or hide what follows.
 */
export const shownLink = (link: string): string => {
  if (!isSafeLink(link)) return withAsciiHost(link).replace(unseen, spelled)
  const rest = parts.exec(link)?.[2]
  if (rest === undefined) return link
  const { protocol, host } = new URL(link)
  return `${protocol}//${host}${rest}`
}

/** Also of a link with marks around it or within its scheme, and of one whose slashes are backslashes. */
const withAsciiHost = (link: string): string => {
  const [, scheme = '', authority = '', rest = ''] = anyParts.exec(link) ?? []
  if (!/^https?:/i.test(trimLink(scheme).replace(misread, ''))) return link
  return `${scheme}${authority.replace(foreignPart, asciiHost)}${rest}`
}

/** A scheme with the slashes and marks behind it, the part to the next slash, and what follows. */
const anyParts =
  /^([^:/\\?#]*:[/\\\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc]*)([^/\\?#]+)(.*)$/su

/** What stands between marks or beside `@`, where it is not all ASCII. */
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

/** Without spaces, line ends and marks at both ends. */
export const trimLink = (typed: string): string => {
  const characters = Array.from(typed)
  const first = characters.findIndex((character) => !around.test(character))
  const last = characters.findLastIndex((character) => !around.test(character))
  return first === -1 ? '' : characters.slice(first, last + 1).join('')
}

const around = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc]$/u

/** Not seen, changing the direction of what follows, or read as `/` by a browser. */
const misread = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc\\]/gu

/** The same without the backslash, which everybody sees. */
const unseen = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu

const spelled = (mark: string): string =>
  `⟨U+${mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`

/** Whether a stored link hides something; one that is no link at all does not. */
export const isMisleadingLink = (link: string): boolean => {
  const read = readLink(link)
  return !read.ok && read.code === 'LINK_UNSAFE'
}

/** What ends a link in a text. */
const foreign = /[ "<>`]/

/** The host with its port, and what follows it. */
const parts = /^https?:\/\/([^/?#]+)(.*)$/is

/** Dots of other scripts, and `%`, which a browser decodes within a host. */
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
  // A number in another notation: `0x7f.1`, `2130706433`.
  if (read !== null && ipv4.test(read) && read !== written) return 'LINK_UNSAFE'
  return read === null || labels.length < 2 || labels.includes('') ? 'NOT_A_URL' : null
}

const ipv4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/

/** The host that a browser asks; null where it takes the text for no link. */
const hostOf = (link: string): string | null => {
  try {
    return new URL(link).hostname || null
  } catch {
    return null
  }
}
