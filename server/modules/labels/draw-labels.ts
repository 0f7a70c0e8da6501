import { code128, drawingSVG, qrcode } from 'bwip-js/generic'
import { type LanguageCode, languages } from '../../../domain/core/languages.ts'
import type { Label } from '../../../domain/labels/label.ts'
import type { LabelFormatName } from '../../../domain/labels/label-format-names.ts'
import { barsOptions, labelSvg, squareOptions } from '../../../domain/labels/label-svg.ts'
import type { LabelWords } from '../../../domain/labels/label-texts.ts'
import de from '../../../locales/de/labels.json' with { type: 'json' }
import en from '../../../locales/en/labels.json' with { type: 'json' }
import es from '../../../locales/es/labels.json' with { type: 'json' }
import fr from '../../../locales/fr/labels.json' with { type: 'json' }
import it from '../../../locales/it/labels.json' with { type: 'json' }
import ru from '../../../locales/ru/labels.json' with { type: 'json' }

export type LabelLook = { format: LabelFormatName; language: LanguageCode }

/** One label as SVG. Takes milliseconds, so it runs in `label-thread.ts`. */
export const drawLabel = (label: Label, { format, language }: LabelLook): string =>
  labelSvg(label, {
    format,
    words: wordsOf(language),
    symbols: {
      bars: code128(barsOptions(label.code), drawingSVG()),
      square: qrcode(squareOptions(label.code), drawingSVG()),
    },
  })

const texts = { fr, en, de, it, es, ru } satisfies Record<LanguageCode, unknown>

const wordsOf = (language: LanguageCode): LabelWords => ({
  locale: languages[language].locale,
  say: (key, values) => {
    const text = key
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], texts[language].label) as string
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
  },
})
