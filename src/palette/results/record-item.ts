import type { SearchHit } from '../../../domain/changes/changes.ts'
import { resources } from '../../../domain/resources.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'
import type { PaletteItem } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'

/** A record as a row: title, kind and number, status at the end. Texts are lazy, since most hits are never rendered. */
export const recordItem = (hit: SearchHit, view: Said, stale = false): PaletteItem =>
  new RecordItem(hit, view, stale)

type Said = Pick<PaletteView, 't' | 'registry'>

/** A class, so that its getters are created once instead of per hit. */
class RecordItem implements PaletteItem {
  readonly id: string
  readonly title: string
  /** Its list's icon in the menu. */
  readonly icon: IconName
  readonly act: PaletteItem['act']
  readonly hit: SearchHit
  readonly stale: boolean
  readonly #view: Said

  constructor(hit: SearchHit, view: Said, stale: boolean) {
    this.id = `record:${hit.resource}/${hit.id}`
    this.title = titleOfHit(hit, view.t)
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

/** Records of a country are named after it, in the reader's language. */
export const titleOfHit = (
  { resource, title }: Pick<SearchHit, 'resource' | 'title'>,
  t: Translate,
): string => (resources[resource].search.title === 'country' ? t(`countries:${title}`) : title)

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

/** Placeholder of the number in cached details. */
const place = '\u0000'

type Says = (key: string, say: (key: string) => string) => string

const known = new WeakMap<Translate, Says>()

/** Caches translated phrases. */
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
