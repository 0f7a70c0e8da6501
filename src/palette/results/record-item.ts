import type { SearchHit } from '../../../domain/changes/changes.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'
import type { Translate } from './command-item.ts'
import type { PaletteItem } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'

/**
 * A record that was found, as a row: its title, then what it is and its number; its status at the end. Worded where it is
 * read: most of what is found is never in view.
 */
export const recordItem = (hit: SearchHit, view: Said, stale = false): PaletteItem =>
  new RecordItem(hit, view, stale)

type Said = Pick<PaletteView, 't' | 'registry'>

/** A class, so that the two getters are made once, not for each of the records that a key finds. */
class RecordItem implements PaletteItem {
  readonly id: string
  readonly title: string
  /** That of its list in the menu. */
  readonly icon: IconName
  readonly act: PaletteItem['act']
  readonly hit: SearchHit
  readonly stale: boolean
  readonly #view: Said

  constructor(hit: SearchHit, view: Said, stale: boolean) {
    this.id = `record:${hit.resource}/${hit.id}`
    this.title = hit.title
    this.icon = view.registry.get(`go.${hit.resource}`)?.icon ?? 'eye'
    this.act = { kind: 'open', hit }
    this.hit = hit
    this.stale = stale
    this.#view = view
  }

  get detail() {
    return wordsOf(this.hit, this.#view.t).detail
  }

  get note() {
    return wordsOf(this.hit, this.#view.t).note
  }
}

type Words = Pick<PaletteItem, 'detail' | 'note'>

const worded = new WeakMap<SearchHit, { t: Translate; words: Words }>()

const wordsOf = (hit: SearchHit, t: Translate): Words => {
  const known = worded.get(hit)
  if (known?.t === t) return known.words
  const { resource, number, subtitle, status } = hit
  const says = phrasesIn(t)
  const numbered = says(`${resource}:numbered`, (key) => t(key, { number: place })).replace(
    place,
    String(number),
  )
  const words = {
    detail: subtitle === '' ? numbered : `${numbered} · ${subtitle}`,
    note: status === null ? undefined : says(`${resource}:status.${status}`, t),
  }
  worded.set(hit, { t, words })
  return words
}

/** Position of a number in the details of all of them. */
const place = '\u0000'

type Says = (key: string, say: (key: string) => string) => string

const known = new WeakMap<Translate, Says>()

/** What is said of one record after the other is looked up once. */
const phrasesIn = (t: Translate): Says => {
  const made = known.get(t) ?? remembering()
  known.set(t, made)
  return made
}

const remembering = (): Says => {
  const texts = new Map<string, string>()
  return (key, say) => {
    const text = texts.get(key) ?? say(key)
    texts.set(key, text)
    return text
  }
}
